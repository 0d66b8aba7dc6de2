// Folders that are removed with the test that made them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Creates an empty folder. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-test-'))
  folders.push(folder)
  return folder
}

/** Copies this repository's tools into a folder, without installed packages. */
export const copyTools = (folder: string): void =>
  cpSync(join(import.meta.dirname, '..', '..', 'tools'), join(folder, 'tools'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
