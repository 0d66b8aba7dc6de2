import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import type { Log } from '@dropkit/core'
import { StoreUnavailable } from '../store-unavailable.ts'

/**
 * Detects that the files of an open database were removed, moved, replaced or truncated. SQLite does not detect this: it
 * continues to write to a file that no other process can find, and its commits there are lost.
 */
export interface DatabaseFiles {
  /**
   * Throws `StoreUnavailable`, now and from then on, if the files are not those that were opened. After a commit, this
   * tells whether the commit is in files that a restart finds. Takes a few microseconds.
   */
  assertIntact(): void
  close(): void
}

interface Identity {
  readonly dev: number
  readonly ino: number
}

/**
 * The offset of two salts that identify a generation of the write-ahead log. SQLite draws new ones when it restarts the
 * log.
 */
const SALTS_OFFSET = 16
const SALTS_LENGTH = 8

/** Watches the file at `path` and its write-ahead log in their current state. */
export function watchFiles(path: string, log: Log | undefined): DatabaseFiles {
  const logPath = `${path}-wal`
  let database = statSync(path)
  let walFile: { readonly identity: Identity; readonly fd: number; size: number; salts: string } | undefined
  let lost: StoreUnavailable | undefined
  const salts = Buffer.alloc(SALTS_LENGTH)

  function changeOfDatabase(): string | undefined {
    const now = statOf(path)
    if (now === undefined) return `${path} was removed or moved`
    if (!isSame(now, database)) return `${path} was replaced`
    if (now.size < database.size) return `${path} was truncated`
    database = now
    return undefined
  }

  function changeOfLog(): string | undefined {
    const now = statOf(logPath)
    if (now === undefined) return walFile && `${logPath} was removed or moved`
    walFile ??= { identity: now, fd: openSync(logPath, 'r'), size: 0, salts: '' }
    if (!isSame(now, walFile.identity)) return `${logPath} was replaced`
    readSync(walFile.fd, salts, 0, SALTS_LENGTH, SALTS_OFFSET)
    const generation = salts.toString('latin1')
    if (now.size < walFile.size && (now.size === 0 || generation === walFile.salts))
      return `${logPath} was truncated`
    walFile.size = now.size
    walFile.salts = generation
    return undefined
  }

  return {
    assertIntact() {
      if (lost) throw lost
      const change = changeOfDatabase() ?? changeOfLog()
      if (change === undefined) return
      lost = new StoreUnavailable(`SQLite: ${change} while the server had it open. Restart the server.`, {
        retryable: true,
      })
      log?.error('the database files are not those that were opened; changes are refused until a restart', {
        change,
      })
      throw lost
    },
    close() {
      if (walFile) closeSync(walFile.fd)
      walFile = undefined
    },
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const isSame = (one: Identity, other: Identity): boolean => one.dev === other.dev && one.ino === other.ino
