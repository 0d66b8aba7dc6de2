import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientStorage } from './storage.ts'

/**
 * Stores values in a folder, one file each, for all processes that use the folder. The files contain session tokens, so
 * only this user can read the folder.
 */
export function fileStorage(folder: string): ClientStorage {
  const pathOf = (name: string) => join(folder, createHash('sha256').update(name).digest('hex'))

  async function read(path: string): Promise<string | undefined> {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /**
   * Writes the complete value to a temporary file in the same folder, so that a crash never leaves a partial value under a
   * name.
   */
  async function writeBeside(value: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `.${randomBytes(12).toString('hex')}`)
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(value)
      await file.sync()
    } finally {
      await file.close()
    }
    return path
  }

  /** A new file name is durable only after its folder was synced. Windows cannot open folders, and does not need this. */
  async function syncFolder(): Promise<void> {
    if (process.platform === 'win32') return
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  }

  return {
    get: (name) => read(pathOf(name)),
    async putIfAbsent(name, value) {
      const path = pathOf(name)
      const beside = await writeBeside(value)
      try {
        // Unlike a rename, it fails if the name is taken.
        await link(beside, path)
        await syncFolder()
        return value
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        return (await read(path)) ?? (await this.putIfAbsent(name, value))
      } finally {
        await rm(beside, { force: true })
      }
    },
    async set(name, value) {
      await rename(await writeBeside(value), pathOf(name))
      await syncFolder()
    },
    async delete(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
