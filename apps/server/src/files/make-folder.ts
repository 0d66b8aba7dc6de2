import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpFault } from '../start-up-fault.ts'

/**
 * Makes a folder that only its owner can read, and those above it. One by one: with `recursive` Node goes on for ever
 * where none can be made, such as under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (fault) {
    // Another server on the same store may have been faster.
    if (existsSync(path)) return
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(`The folder ${path} cannot be made (DATA_DIR, DATABASE_URL): ${reason}`, fault)
  }
}
