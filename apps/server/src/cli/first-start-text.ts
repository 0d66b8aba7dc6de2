import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import type { FirstStart } from '../first-start.ts'
import { StartUpFault } from '../start-up-fault.ts'
import { flush } from './durable-files.ts'

/** The file in DATA_DIR with the admin's API key. */
export const ADMIN_KEY_FILE = 'admin-api-key'

/**
 * The text that a start on an empty store prints. It contains the admin's new key, except in production: there, standard
 * output is usually stored with the logs, so the key goes into a file that only this user can read.
 */
export function firstStartText(
  first: FirstStart,
  { environment, dataDir }: { readonly environment: string | undefined; readonly dataDir: string },
): string {
  if (first.kind === 'not_first') return ''
  const { username, newKey } = first
  if (newKey === null) return `\nCreated the user ${username} with the API key in BOOTSTRAP_API_KEY.\n`
  if (environment?.toLowerCase() !== 'production')
    return `\nCreated the user ${username}. Its API key is shown only once:\n\n  ${newKey}\n`
  const path = join(dataDir, ADMIN_KEY_FILE)
  writeKey(dataDir, path, newKey)
  return `\nCreated the user ${username}. Its API key is in ${path}, which only the owner of the file can read. Delete the file when you have stored the key.\n`
}

function writeKey(dataDir: string, path: string, key: string): void {
  makeFolder(dataDir)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${key}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // Fails if a file of an earlier store has this name, because its key may still be needed.
    linkSync(draft, path)
    flush(dataDir)
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(
      `The admin's API key could not be written to ${path}: ${reason}. Create another one: npm run apikey -- create --username admin`,
      fault,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}
