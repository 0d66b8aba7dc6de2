import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '@dropkit/core'
import { makeFolder } from '../files/content-store.ts'

const FILE_NAME = 'master.key'
const KEY_BYTES = 32

export interface StoredMasterKey {
  readonly key: Uint8Array
  /** Whether other users of the machine can read the file. */
  readonly isExposed: boolean
}

/**
 * The master key in a folder, created at the first call. Servers that call it at the same time get the same key, because
 * the file is created once and appears complete.
 */
export function loadMasterKey(dataDir: string): Result<StoredMasterKey, string> {
  const path = join(dataDir, FILE_NAME)
  try {
    const text = readIfThere(path) ?? makeAndRead(dataDir, path)
    if (!/^[0-9a-fA-F]{64}$/.test(text)) return err(`${path} does not hold a master key (64 hex digits)`)
    const isExposed = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
    return ok({ key: new Uint8Array(Buffer.from(text, 'hex')), isExposed })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return err(`The master key cannot be kept in DATA_DIR: ${reason}`)
  }
}

/**
 * The path of the folder's key file if it holds another key than this one, or cannot be read. Undefined if there is no such
 * file.
 */
export function fileOfOtherKey(dataDir: string, key: Uint8Array): string | undefined {
  const path = join(dataDir, FILE_NAME)
  if (!existsSync(path)) return undefined
  const stored = loadMasterKey(dataDir)
  return stored.ok && Buffer.from(stored.value.key).equals(key) ? undefined : path
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function makeAndRead(dataDir: string, path: string): string {
  makeFolder(dataDir)
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
      // Values sealed under the key may be on the disk soon, so the key must be on the disk first.
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    publish(draft, path)
    flushFolder(dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

/** Gives the draft its final name, unless another server's file has it already. */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path)
    return
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return
    // Some file systems do not support hard links. There, copying is the closest alternative.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
  }
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL)
    chmodSync(path, 0o600)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
