import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpFault } from '../start-up-fault.ts'

/**
 * Creates a folder that only its owner can read, and its missing parents. It creates them one by one, because Node's
 * `recursive` option never returns if a folder cannot be created, for example under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (fault) {
    // Another server on the same store may have created it meanwhile.
    if (existsSync(path)) return
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(`The folder ${path} cannot be made (DATA_DIR, DATABASE_URL): ${reason}`, fault)
  }
}
