import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartUpFault } from '../start-up-fault.ts'
import { makeFolder } from './make-folder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'dropkit-folder-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

test('a folder is made with those above it, for its owner alone, and stays as it is after', () => {
  const path = join(place, 'a', 'b')
  for (let times = 0; times < 2; times++) makeFolder(path)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

test('a folder that cannot be made is refused in words that name the setting', () => {
  writeFileSync(join(place, 'file'), '')
  expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(StartUpFault)
  expect(() => makeFolder(join(place, 'file', 'a'))).toThrow(/cannot be made \(DATA_DIR, DATABASE_URL\)/)
})

test.runIf(existsSync('/proc'))('a folder under /proc is refused, and not tried for ever', () => {
  expect(() => makeFolder('/proc/dropkit/data')).toThrow(/\/proc\/dropkit cannot be made/)
})
