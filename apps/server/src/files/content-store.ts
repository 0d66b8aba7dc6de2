import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ByteRange, Files } from '@dropkit/core'
import { StartUpError } from '../start-up.ts'

/** Stores bytes by name. It does not know what they mean. */
export type ContentStore = Pick<Files, 'put' | 'read' | 'remove'> & { close(): void }

export type ClosableFiles = Files & Pick<ContentStore, 'close'>

const DIGITS = /^[A-Za-z0-9+/_-]*$/
const BLANKS = /[\t\n\r ]+/g
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Decodes base64 with the standard or the URL-safe alphabet, with or without padding and line breaks. Undefined if the text
 * is not base64. Node's own decoder skips unknown characters, and would return wrong bytes.
 */
export async function decodeBase64(text: string): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  const target = Buffer.from(bytes.buffer)
  let length = 0
  /** Digits that do not form a complete group of four yet. The last group, which may be padded, is decoded at the end. */
  let rest = ''
  for (let start = 0; start < text.length; start += SLICE_LENGTH) {
    if (start > 0) await nextTurn()
    const packed = rest + text.slice(start, start + SLICE_LENGTH).replace(BLANKS, '')
    const end = Math.max(0, 4 * Math.ceil(packed.length / 4) - 4)
    const groups = packed.slice(0, end)
    if (!DIGITS.test(groups)) return undefined
    length += target.write(groups, length, 'base64')
    rest = packed.slice(end)
  }
  const digits = rest.slice(0, rest.length - paddingOf(rest))
  const isPadded = digits.length < rest.length
  if (isPadded && rest.length !== 4) return undefined
  if (digits.length === 1 || !DIGITS.test(digits)) return undefined
  // The unused bits of the last digit must be zero. Otherwise the text was truncated.
  const unused = digits.length === 2 ? 0b1111 : digits.length === 3 ? 0b11 : 0
  if (unused !== 0 && (digitValue(digits.at(-1) ?? '') & unused) !== 0) return undefined
  length += target.write(digits, length, 'base64')
  return bytes.subarray(0, length)
}

/**
 * Other requests are served between two slices. From 128 KiB on, strings are large objects of V8, and decoding them takes
 * five times as long.
 */
const SLICE_LENGTH = 64 * 1024

const paddingOf = (packed: string): number => (packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0)

const digitValue = (digit: string): number =>
  ALPHABET.indexOf(digit === '-' ? '+' : digit === '_' ? '/' : digit)

/** The detector searches some files to their end, which would block the process. */
const MOST_TYPE_BYTES = 64 * 1024

/** Detects the media type from the first bytes. Null if it is unknown. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    const type = (await fileTypeFromBuffer(bytes.subarray(0, MOST_TYPE_BYTES)))?.mime ?? null
    return type?.startsWith('image/heif') && isAvif(bytes) ? 'image/avif' : type
  } catch {
    // The detector throws on some malformed files, for example truncated ones.
    return null
  }
}

/** Whether an image file names AVIF among its compatible brands. The detector looks only at the first brand. */
function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 256))
  const brands = head.subarray(16, head.readUInt32BE(0)).toString('latin1')
  return /^(?:.{4})*avi[fs]/s.test(brands)
}

export const createFiles = (content: ContentStore): ClosableFiles => ({
  put: guarded(content.put),
  read: guarded(content.read),
  remove: guarded(content.remove),
  close: content.close,
  mediaTypeOf,
  decodeBase64,
})

/** The first uploads of early versions have names that are a hash without a suffix. */
const CONTENT_NAME = /^[0-9a-f]{64}(?:-[0-9a-f]{32})?$/

/** Throws unless the name is valid, so that no other text becomes a path or a key. */
const guarded =
  <Rest extends readonly unknown[], Answer>(act: (name: string, ...rest: Rest) => Promise<Answer>) =>
  async (name: string, ...rest: Rest): Promise<Answer> => {
    if (!CONTENT_NAME.test(name)) throw new Error('invariant broken: no name of contents')
    return act(name, ...rest)
  }

/**
 * Creates a folder that only its owner can read, and its missing parents. It creates them one by one, because Node's
 * `recursive` option never returns if a folder cannot be created, for example under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another server on the same store may have created it meanwhile.
    if (existsSync(path)) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartUpError(`The folder ${path} cannot be made (DATA_DIR, DATABASE_URL): ${reason}`, error)
  }
}

const PIECE_BYTES = 64 * 1024

/** The path of the content with this name. */
export const diskPathOf = (root: string, name: string): string => join(root, name.slice(0, 2), name)

/**
 * Stores contents as files of a folder. A file appears complete under its name: it is first written and flushed under
 * another name, and the folder is flushed afterwards. Several servers may share the folder.
 */
export function createDiskContent(root: string): ContentStore {
  const pathOf = (name: string): string => diskPathOf(root, name)

  return {
    async put(name, bytes) {
      const folder = dirname(pathOf(name))
      await makeFolderBelow(root, folder)
      // An earlier attempt may have created the file without flushing the folder.
      if (await isThere(pathOf(name))) return flushFolder(folder)
      const draft = join(root, `draft-${randomBytes(9).toString('hex')}`)
      try {
        await writeFlushed(draft, bytes)
        await rename(draft, pathOf(name))
        await flushFolder(folder)
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(name, range) {
      const path = pathOf(name)
      return (await isThere(path)) ? readPieces(path, range) : undefined
    },

    remove: (name) => rm(pathOf(name), { force: true }),
    close() {},
  }
}

async function makeFolderBelow(root: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await flushFolder(root)
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens the file only when the first piece is read, so that a stream that is never read needs no closing. */
async function* readPieces(
  path: string,
  { from, to }: ByteRange = { from: 0, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, 'r')
  try {
    for (let at = from; at <= to; ) {
      const target = Buffer.allocUnsafe(Math.min(PIECE_BYTES, to + 1 - at))
      const { bytesRead, buffer } = await file.read(target, 0, target.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
