// Folders that are removed after the test that made them, or after all tests of the file if `beforeAll` made them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, TestRunner } from 'vitest'

const ofTest: string[] = []
const ofFile: string[] = []
const removeAll = (folders: string[]): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
afterEach(() => removeAll(ofTest))
afterAll(() => removeAll(ofFile))

/** Creates an empty folder. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-test-'))
  const isInTest = TestRunner.getCurrentTest() !== undefined
  ;(isInTest ? ofTest : ofFile).push(folder)
  return folder
}

/** Copies this repository's tools into a folder, without installed packages. */
export const copyTools = (folder: string): void =>
  cpSync(join(import.meta.dirname, '..', '..', 'tools'), join(folder, 'tools'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
