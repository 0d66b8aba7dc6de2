import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Copies the tools of this repository into a folder, without the packages that may be installed beside them. */
export const copyTools = (folder: string): void =>
  cpSync(join(import.meta.dirname, '..', '..', 'tools'), join(folder, 'tools'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  })
