import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Flushes a file or folder. Its content is on the disk when this returns. */
export function flush(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Gives a finished file its final name in the same folder. Returns false if the name is taken and must not be replaced. */
export function publish(draft: string, path: string, mayReplace: boolean): boolean {
  flush(draft)
  if (mayReplace) renameSync(draft, path)
  else {
    try {
      linkSync(draft, path)
    } catch (fault) {
      if (fault instanceof Error && 'code' in fault && fault.code === 'EEXIST') return false
      throw fault
    }
    rmSync(draft)
  }
  flush(dirname(path))
  return true
}
