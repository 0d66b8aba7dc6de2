import {
  closeSync,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Log } from '@dropkit/core'
import SqliteDatabase from 'better-sqlite3'
import createKnex from 'knex'
import { isUpToDate, MIGRATIONS_TABLE, migrate } from '../migrations/migrate.ts'
import { sqliteWords } from '../migrations/words.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { isBusy, translate, whenFree } from './sqlite-dialect.ts'

/**
 * Detects that the files of an open database were removed, moved, replaced or truncated. SQLite does not detect this: it
 * continues to write to a file that no other process can find, and its commits there are lost.
 */
interface DatabaseFiles {
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

/** Watches the file at `path`, its write-ahead log and the log's index in their current state. */
export function watchFiles(path: string, log: Log | undefined): DatabaseFiles {
  // If the path is a symbolic link, SQLite has its other files beside the file that it leads to.
  const file = realpathSync(path)
  const logPath = `${file}-wal`
  const indexPath = `${file}-shm`
  let database = statSync(path)
  let walFile: { readonly identity: Identity; readonly fd: number; size: number; salts: string } | undefined
  /** Undefined until the first check that finds the file. */
  let index: Identity | undefined
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

  /** Processes that map different index files do not see each other's commits and locks. */
  function changeOfIndex(): string | undefined {
    const now = statOf(indexPath)
    if (now === undefined) return index && `${indexPath} was removed or moved`
    index ??= now
    return isSame(now, index) ? undefined : `${indexPath} was replaced`
  }

  return {
    assertIntact() {
      if (lost) throw lost
      const change = changeOfDatabase() ?? changeOfLog() ?? changeOfIndex()
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

/**
 * A store in one file, with additional data that is not part of its database. The file is a database itself: it has the
 * tables of the store and two more for that data.
 */
export interface BackupFile {
  /** The value that was stored under this name when the backup was made. Undefined if there is none. */
  noted(name: string): string | undefined
  note(name: string, value: string): void
  /** The value of a key of the store's `KeyValueStore`. */
  keyValue(key: string): string | undefined
  /** The names under which the store expects uploads. */
  contentNames(): readonly string[]
  addContent(name: string, bytes: Uint8Array): void
  contents(): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>
  /** The errors that SQLite finds in the file. */
  errors(): readonly string[]
  /** Removes everything that is not part of the store. */
  keepStoreOnly(): void
  /** Migrates the tables of the store to this release. */
  bringUpToDate(): Promise<void>
  close(): void
}

/** Copies one snapshot of a store that servers may be writing to, into a new file that only its owner can read. */
export async function copyStore(path: string, target: string): Promise<BackupFile> {
  if (!existsSync(path)) throw new Error(`there is no file ${path}`)
  const source = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    // SQLite would create a file that others can read while it is being filled.
    writeFileSync(target, '', { mode: 0o600, flag: 'wx' })
    // Runs in one read transaction: later writes are not copied, and writers do not wait.
    await whenFree(() => source.prepare('vacuum into ?').run(target))
  } catch (cause) {
    throw translate(cause)
  } finally {
    source.close()
  }
  return openBackup(target)
}

/** Whether the store at `path` still expects an upload under this name. */
export function expectsContent(path: string, name: string): boolean {
  const store = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    return store.prepare('select 1 from files where content_name = ?').get(name) !== undefined
  } finally {
    store.close()
  }
}

const TABLES = [
  'create table if not exists backup_notes (name text not null primary key, value text not null) strict',
  'create table if not exists backup_contents (name text not null primary key, bytes blob not null) strict',
]

/** Opens a file that `copyStore` has created, or a copy of one. */
export function openBackup(path: string): BackupFile {
  const file = new SqliteDatabase(path, { fileMustExist: true })
  const one = <T>(text: string, value: string): T | undefined =>
    file.prepare<[string], T>(text).pluck().get(value)
  const hasTable = (name: string) => one('select 1 from sqlite_schema where name = ?', name) !== undefined

  return {
    noted: (name) =>
      hasTable('backup_notes')
        ? one<string>('select value from backup_notes where name = ?', name)
        : undefined,
    note(name, value) {
      for (const table of TABLES) file.exec(table)
      file.prepare('insert into backup_notes (name, value) values (?, ?)').run(name, value)
    },
    keyValue: (key) => one<string>('select value from key_values where key = ?', key),
    contentNames: () => file.prepare<[], string>('select distinct content_name from files').pluck().all(),
    addContent: (name, bytes) =>
      void file.prepare('insert into backup_contents (name, bytes) values (?, ?)').run(name, bytes),
    contents: () =>
      file
        .prepare<[], { name: string; bytes: Uint8Array }>('select name, bytes from backup_contents')
        .iterate(),
    errors: () =>
      file
        .prepare<[], string>('pragma integrity_check(20)')
        .pluck()
        .all()
        .filter((said) => said !== 'ok'),
    keepStoreOnly() {
      file.exec('drop table backup_contents; drop table backup_notes; vacuum')
    },
    bringUpToDate: () => bringUpToDate(file),
    close: () => void file.close(),
  }
}

/** Creates the tables, or migrates them to this release, on a connection of its own. */
export async function bringUpToDate(raw: SqliteDatabase.Database, log?: Log): Promise<void> {
  const isThere = raw.prepare(`select 1 from sqlite_schema where name = '${MIGRATIONS_TABLE}'`)
  if (await whenFree(() => isThere.get() !== undefined)) {
    const names = await whenFree(() => raw.prepare(`select name from ${MIGRATIONS_TABLE}`).pluck().all())
    if (isUpToDate(names as string[])) return
  }
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: raw.name },
    useNullAsDefault: true,
    pool: { min: 0, max: 1 },
    log: { warn: (message: string) => log?.warn(`migrations: ${message}`) },
  })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        // A write that changes nothing. It locks out other processes from here on.
        await migrate(knex, sqliteWords, (transaction) => transaction.raw('pragma user_version = 0'), log)
        return
      } catch (cause) {
        if (!isBusy(cause) || attempt >= 20) throw cause
      }
    }
  } finally {
    await knex.destroy()
  }
}
