import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOfOtherKey, loadMasterKey } from './master-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dropkit-master-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = (dataDir: string) => {
  const loaded = loadMasterKey(dataDir)
  if (!loaded.ok) throw new Error(loaded.error)
  return loaded.value
}

it('makes a key that only its owner can read, and finds it again', () => {
  const dataDir = join(folder, 'not', 'there', 'yet')
  const { key, isExposed } = load(dataDir)
  expect(key).toHaveLength(32)
  expect(isExposed).toBe(false)
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
  expect(load(dataDir).key).toEqual(key)
  expect(readdirSync(dataDir)).toEqual(['master.key'])
})

it('makes another key in another folder', () => {
  expect(load(join(folder, 'a')).key).not.toEqual(load(join(folder, 'b')).key)
})

it('notices a key that others can read', () => {
  load(folder)
  chmodSync(join(folder, 'master.key'), 0o644)
  expect(load(folder).isExposed).toBe(true)
})

it('names the file with a different key, and creates no key if none exists', () => {
  expect(fileOfOtherKey(folder, new Uint8Array(32))).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
  const { key } = load(folder)
  expect(fileOfOtherKey(folder, key)).toBeUndefined()
  expect(fileOfOtherKey(folder, new Uint8Array(32))).toBe(join(folder, 'master.key'))
})

it('refuses a file that is no key, and leaves it as it is', () => {
  writeFileSync(join(folder, 'master.key'), 'something else')
  expect(loadMasterKey(folder)).toMatchObject({ ok: false, error: expect.stringContaining('64 hex digits') })
  expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('something else')
})

it('reports a folder that cannot be created', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(loadMasterKey(join(folder, 'file', 'data'))).toMatchObject({
    ok: false,
    error: expect.stringContaining('DATA_DIR'),
  })
})

it('gives servers that start at the same moment the same key', async () => {
  const script = `
    import { loadMasterKey } from ${JSON.stringify(new URL('./master-key.ts', import.meta.url).href)}
    while (Date.now() < Number(process.argv[1])) {}
    process.stdout.write(Buffer.from(loadMasterKey(process.argv[2]).value.key).toString('hex'))`
  const run = promisify(execFile)
  const startAt = String(Date.now() + 1_500)
  const options = ['--conditions=@dropkit/source', '--input-type=module', '-e', script, startAt, folder]
  const servers = await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, options)))
  expect(new Set(servers.map(({ stdout }) => stdout)).size).toBe(1)
  expect(servers[0]?.stdout).toMatch(/^[0-9a-f]{64}$/)
})
