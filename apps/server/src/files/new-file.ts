import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
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

/** Creates a file that only its owner can read, and that appears complete. Returns false if the name is taken. */
export function createFile(path: string, text: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    return publishNew(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Gives a finished file its final name in the same folder. Replaces a file that has the name. */
export function publish(draft: string, path: string): void {
  flush(draft)
  renameSync(draft, path)
  flush(dirname(path))
}

/** Does the same, unless the name is taken. Returns whether it was free. In both cases the name is on the disk. */
export function publishNew(draft: string, path: string): boolean {
  flush(draft)
  const isMoved = moveTo(draft, path)
  flush(dirname(path))
  return isMoved
}

/** What `linkSync` fails with on file systems without hard links. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

function moveTo(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    rmSync(draft)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (!WITHOUT_LINKS.includes(code)) throw error
  }
  // The name is first taken with an empty file, because a file that is renamed replaces any other.
  const isNew = takeName(path)
  if (!isNew && !isAbandoned(draft, path)) return false
  try {
    renameSync(draft, path)
    // Other processes that found it abandoned replace this file before the callers read which one has remained.
    if (!isNew) pause(REPLACING_MS)
    return true
  } catch (error) {
    rmSync(path)
    throw error
  }
}

function takeName(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** A process that lives fills a file at once after it took the name. */
const ABANDONED_AFTER_MS = 10_000
const REPLACING_MS = 250

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Whether a process took the name and ended before it filled the file. Waits until that is certain. */
function isAbandoned(draft: string, path: string): boolean {
  // Both times are from the clock of the file system.
  const age = () => statSync(draft).mtimeMs - statSync(path).mtimeMs
  const isEmpty = () => statSync(path).size === 0
  for (let waited = 0; isEmpty(); waited += REPLACING_MS) {
    if (age() + waited >= ABANDONED_AFTER_MS) return true
    pause(REPLACING_MS)
  }
  return false
}

/** The code of a system error, such as ENOENT; empty for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
