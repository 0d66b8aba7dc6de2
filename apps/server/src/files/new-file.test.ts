import { spawn } from 'node:child_process'
import fs, { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createFile, publishNew } from './new-file.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const removeLinks = () => {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('no links here'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
}

describe.each([
  ['with', () => {}],
  ['without', removeLinks],
])('on a file system %s hard links', (_, prepare) => {
  it('a new file is complete, of its owner alone, and the only one', () => {
    prepare()
    const folder = temporaryFolder()
    expect(createFile(join(folder, 'key'), 'secret')).toBe(true)
    expect(readdirSync(folder)).toEqual(['key'])
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('secret')
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  })

  it('a new file replaces no other', () => {
    prepare()
    const folder = temporaryFolder()
    const path = join(folder, 'key')
    writeFileSync(path, 'older')
    expect(createFile(path, 'newer')).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['key'])
  })
})

describe('on a file system without hard links, an empty file', () => {
  it('of a process that ended before it filled the file is replaced', () => {
    removeLinks()
    const path = join(temporaryFolder(), 'key')
    writeFileSync(path, '')
    utimesSync(path, 0, Date.now() / 1_000 - 11)
    expect(createFile(path, 'secret')).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe('secret')
  })

  it('of a process that is about to fill it stays', () => {
    removeLinks()
    const path = join(temporaryFolder(), 'key')
    writeFileSync(path, '')
    const script = `setTimeout(() => fs.writeFileSync(process.argv[1], 'first'), 500)`
    spawn(process.execPath, ['-e', script, path], { stdio: 'ignore' })
    expect(createFile(path, 'second')).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('first')
  })
})

it('a draft that cannot be moved leaves no empty file under its name', () => {
  removeLinks()
  vi.spyOn(fs, 'renameSync').mockImplementation(() => {
    throw new Error('not now')
  })
  syncBuiltinESMExports()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'draft'))
  expect(() => publishNew(join(folder, 'draft'), join(folder, 'file'))).toThrow('not now')
  expect(readdirSync(folder)).toEqual(['draft'])
})
