import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createMemoryStore, pureHashes } from '@dropkit/testing'
import fc, { array, assert, integer, property, string, uint8Array } from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createKeyPlace, KEY_HOLDER_PREFIX, keyHolders } from '../master-key-of-store.ts'
import { createUuidIds, nodeHashes } from './node-crypto.ts'
import { createSealedSecrets, fileOfOtherKey, makeMasterKey, masterKeyId, readMasterKey } from './secrets.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const secret = Uint8Array.of(1, 2, 3)

it('opens its own sealed values, for the same purpose', () => {
  assert(
    property(uint8Array(), string(), (bytes, purpose) => {
      const secrets = createSealedSecrets({ current: key(1) })
      expect(secrets.open(secrets.seal(bytes, purpose), purpose)).toEqual(bytes)
    }),
    { numRuns: 100 },
  )
})

it('seals the same value differently each time, and shows nothing of it', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const text = new TextEncoder().encode('a readable secret')
  const sealed = [secrets.seal(text, 'p'), secrets.seal(text, 'p')]
  expect(new Set(sealed).size).toBe(2)
  expect(Buffer.from(sealed[0]?.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('secret')
})

it('opens nothing for another purpose, even when it was opened for its own before', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const sealed = secrets.seal(secret, 'seed of a')
  secrets.open(sealed, 'seed of a')
  expect(() => secrets.open(sealed, 'seed of b')).toThrow('a sealed value was changed')
})

it.each(['\0', '=', ' ', '!'])('opens nothing to which %j was added', (added) => {
  const secrets = createSealedSecrets({ current: key(1) })
  expect(() => secrets.open(`${secrets.seal(secret, 'p')}${added}`, 'p')).toThrow(
    'a sealed value was changed',
  )
})

it('opens nothing that was changed, wherever it was', () => {
  const sealed = createSealedSecrets({ current: key(1) }).seal(secret, 'p')
  const start = sealed.lastIndexOf('.') + 1
  const bytes = Buffer.from(sealed.slice(start), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    const text = sealed.slice(0, start) + changed.toString('base64url')
    expect(() => createSealedSecrets({ current: key(1) }).open(text, 'p')).toThrow()
  }
  expect(() => createSealedSecrets({ current: key(1) }).open('v1.00000000.AAAA', 'p')).toThrow(
    'another master key',
  )
  expect(() => createSealedSecrets({ current: key(1) }).open('v2.a.b', 'p')).toThrow('unknown format')
  const cut = sealed.slice(0, start + 8)
  expect(() => createSealedSecrets({ current: key(1) }).open(cut, 'p')).toThrow('too short')
})

it('opens values that were sealed under an earlier key, and seals under the current one', () => {
  const old = createSealedSecrets({ current: key(1) })
  const both = createSealedSecrets({ current: key(2), earlier: [key(1)] })
  expect(both.open(old.seal(secret, 'p'), 'p')).toEqual(secret)
  const sealed = both.seal(secret, 'p')
  expect(sealed.split('.')[1]).toBe(masterKeyId(key(2)))
  expect(() => old.open(sealed, 'p')).toThrow('another master key')
})

it('returns a copy, so that a caller cannot change later results', () => {
  const secrets = createSealedSecrets({ current: key(1) })
  const sealed = secrets.seal(secret, 'p')
  secrets.open(sealed, 'p').fill(0)
  expect(secrets.open(sealed, 'p')).toEqual(secret)
})

it('opens everything however few values it keeps in memory', () => {
  const secrets = createSealedSecrets({ current: key(1) }, { cachedValues: 2 })
  const sealed = [1, 2, 3, 4].map((byte) => secrets.seal(Uint8Array.of(byte), `p${byte}`))
  for (let round = 0; round < 2; round++) {
    const bytes = sealed.map((value, index) => secrets.open(value, `p${index + 1}`)[0])
    expect(bytes).toEqual([1, 2, 3, 4])
  }
})

describe('the master key', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  const load = (dataDir: string) => {
    const made = makeMasterKey(dataDir)
    if (!made.ok) throw new Error(made.error)
    return made.value
  }

  it('makes a key that only its owner can read, and finds it again', () => {
    const dataDir = join(folder, 'not', 'there', 'yet')
    const { key, isExposed } = load(dataDir)
    expect(key).toHaveLength(32)
    expect(isExposed).toBe(false)
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
    expect(load(dataDir).key).toEqual(key)
    expect(readMasterKey(dataDir)).toEqual({ ok: true, value: { key, isExposed } })
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
    expect(readMasterKey(folder)).toEqual({ ok: true, value: null })
    expect(readdirSync(folder)).toEqual([])
    const { key } = load(folder)
    expect(fileOfOtherKey(folder, key)).toBeUndefined()
    expect(fileOfOtherKey(folder, new Uint8Array(32))).toBe(join(folder, 'master.key'))
  })

  it('refuses a file that is no key, and leaves it as it is', () => {
    writeFileSync(join(folder, 'master.key'), 'something else')
    expect(makeMasterKey(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining('64 hex digits'),
    })
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('something else')
  })

  it('reports a folder that cannot be created', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(makeMasterKey(join(folder, 'file', 'data'))).toMatchObject({
      ok: false,
      error: expect.stringContaining('DATA_DIR'),
    })
  })

  it('refuses an empty file on a file system with hard links, which no creation leaves', () => {
    writeFileSync(join(folder, 'master.key'), '')
    expect(makeMasterKey(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining('64 hex digits'),
    })
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('')
  })

  it.each([
    ['', false],
    [' after another one was killed on a file system without hard links', true],
  ])('gives servers that start at the same moment%s the same key', async (_, wasKilled) => {
    if (wasKilled) {
      writeFileSync(join(folder, 'master.key'), '')
      utimesSync(join(folder, 'master.key'), 0, Date.now() / 1_000 - 60)
    }
    const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    if (${wasKilled}) fs.linkSync = () => { throw Object.assign(new Error('no links'), { code: 'EPERM' }) }
    syncBuiltinESMExports()
    const { makeMasterKey } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)})
    while (Date.now() < Number(process.argv[1])) {}
    process.stdout.write(Buffer.from(makeMasterKey(process.argv[2]).value.key).toString('hex'))`
    const run = promisify(execFile)
    const startAt = String(Date.now() + 1_500)
    const options = ['--conditions=@dropkit/source', '--input-type=module', '-e', script, startAt, folder]
    const servers = await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, options)))
    expect(new Set(servers.map(({ stdout }) => stdout)).size).toBe(1)
    expect(servers[0]?.stdout).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the hashes of Node', () => {
  it('are those that are written down in the standards, however often a key is used', () => {
    const anyBytes = fc.uint8Array({ maxLength: 100 })
    fc.assert(
      fc.property(anyBytes, fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (key, messages) => {
        expect(nodeHashes.sha256(key)).toEqual(pureHashes.sha256(key))
        for (const message of messages)
          expect(nodeHashes.hmacSha256(key, message)).toEqual(pureHashes.hmacSha256(key, message))
      }),
    )
  })
})

const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }

it('makes UUIDs of version 7 in hex, which begin with the time', () => {
  const id = createUuidIds(random).next(0x0123_4567_89ab)
  expect(id).toMatch(/^0123456789ab7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})

it('makes ids that sort in creation order, even if the clock jumps', () => {
  assert(
    property(array(integer({ min: 1_000, max: 1_003 }), { minLength: 2, maxLength: 200 }), (instants) => {
      const ids = createUuidIds(random)
      const made = instants.map((now) => ids.next(now))
      expect(made.toSorted()).toEqual(made)
      expect(new Set(made).size).toBe(made.length)
    }),
  )
})

it('goes on sorting when a millisecond has more ids than it can count', () => {
  const ids = createUuidIds(random)
  const made = Array.from({ length: 20_000 }, () => ids.next(1_700_000_000_000))
  expect(made.toSorted()).toEqual(made)
})

it('leaves 62 bits to chance', () => {
  const tails = (byte: number) =>
    BigInt(
      `0x${createUuidIds({ bytes: (length) => new Uint8Array(length).fill(byte) })
        .next(1)
        .slice(16)}`,
    )
  const variant = 0b10n << 62n
  expect(tails(0x00)).toBe(variant)
  expect(tails(0xff)).toBe(variant | ((1n << 62n) - 1n))
})

it('a server that has not reported its keys for 30 seconds counts as ended', async () => {
  const { keyValues } = createMemoryStore()
  let now = 0
  const holders = () => keyHolders(keyValues, () => now)
  const ring = createSealedSecrets({ current: randomBytes(32) })
  await createKeyPlace(keyValues, ring, () => now).show()
  now = 30_000
  expect(await holders()).toEqual([{ keyIds: ring.keyIds, sealsUnder: ring.keyIds[0], at: 0 }])
  now = 30_001
  expect(await holders()).toEqual([])
  expect(await keyValues.list(KEY_HOLDER_PREFIX, { limit: 1 })).toEqual([])
})
