import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Copies this repository's tools into a folder, without installed packages. */
export const copyTools = (folder: string): void =>
  cpSync(join(import.meta.dirname, '..', '..', 'tools'), join(folder, 'tools'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
