import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** The text of a file, or of standard input for `-`. Undefined if it cannot be read. */
export const readText = (path: string): Promise<string | undefined> =>
  (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch(() => undefined)
