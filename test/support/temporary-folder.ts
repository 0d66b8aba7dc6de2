import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished, TestRunner } from 'vitest'

const ofFile: string[] = []
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** Creates an empty folder. It is removed after the test, or after all tests of the file if `beforeAll` creates it. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-test-'))
  if (TestRunner.getCurrentTest()) onTestFinished(() => remove(folder))
  else ofFile.push(folder)
  return folder
}

/**
 * For the set-up file, which runs before each test file. A hook of this module would only run in the first one, because test
 * files share modules.
 */
export const removeFoldersOfFile = (): void => ofFile.splice(0).forEach(remove)

/** Copies this repository's tools into a folder, without installed packages. */
export const copyTools = (folder: string): void =>
  cpSync(join(import.meta.dirname, '..', '..', 'tools'), join(folder, 'tools'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
