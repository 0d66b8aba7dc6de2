import { randomBytes } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ContentStore } from './content-store.ts'

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
      await makeFolder(root, folder)
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

    async read(name) {
      const path = pathOf(name)
      return (await isThere(path)) ? readPieces(path) : undefined
    },

    remove: (name) => rm(pathOf(name), { force: true }),
    close() {},
  }
}

async function makeFolder(root: string, folder: string): Promise<void> {
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
async function* readPieces(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES))
      if (bytesRead === 0) return
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
