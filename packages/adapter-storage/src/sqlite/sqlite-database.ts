import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '@dropkit/core'
import type { CurrentBudget } from '@dropkit/core/internal'
import type { Database, EachQuery, Query, Row } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createCheckpoints } from './sqlite-checkpoints.ts'
import { openConnection, type SqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect, translate, whenFree } from './sqlite-dialect.ts'
import { bringUpToDate, watchFiles } from './sqlite-files.ts'
import { createReaders, createTurnReads } from './sqlite-readers.ts'
import { createWritingThread } from './sqlite-thread.ts'
import { createWriter } from './sqlite-writer.ts'

/** Background work, which bounds itself, takes its turns as one owner. */
const NO_OWNER = 'none'

/** A write that changes nothing. */
const EMPTY_WRITE = {
  statement: sqliteDialect.statement('check_that_the_disk_can_be_written', 'pragma user_version = 0'),
  shared: [],
  rows: [[]],
  mustMatch: false,
}

export interface SqliteOptions {
  readonly path: string
  readonly log?: Log | undefined
  /** How often to check whether another process has written events. */
  readonly pollEveryMs: number
  /** The time after which a group of changes commits, in milliseconds. Default: 20. */
  readonly longestGroupMs?: number | undefined
  readonly onStatement?: ((name: string) => void) | undefined
  /** The budget of the request for which reads are counted. */
  readonly budget?: CurrentBudget | undefined
  /** The owner in whose turn the current call makes long reads. */
  readonly owner?: (() => string | undefined) | undefined
  /** Called with the writing connection before its first use. */
  readonly onWriter?: ((connection: SqliteConnection['raw']) => void) | undefined
}

export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { path, log, onStatement } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite would create a file that others can read. Its other files get the same mode as this one.
  if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600, flag: 'a' })
  const open = (readonly: boolean) => whenFree(() => openConnection(path, { readonly, onStatement }))
  const writing = await open(false).catch((cause: unknown) => {
    throw translate(cause)
  })
  try {
    await whenFree(() => writing.raw.pragma('journal_mode = wal'))
    writing.raw.pragma('journal_size_limit = 67108864')
    await bringUpToDate(writing.raw, log)
    options.onWriter?.(writing.raw)
    const reading = await open(true)
    return createDatabase(reading, writing, options)
  } catch (cause) {
    writing.raw.close()
    throw translate(cause)
  }
}

function createDatabase(
  reading: SqliteConnection,
  writing: SqliteConnection,
  {
    path,
    log,
    pollEveryMs,
    longestGroupMs = 20,
    onStatement,
    budget = () => undefined,
    owner = () => undefined,
  }: SqliteOptions,
): Database {
  const listeners = new Set<() => void>()
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const checkpoints = createCheckpoints(path, writing)
  const thread = createWritingThread(path, onStatement)
  const files = watchFiles(path, log)
  const writer = createWriter(writing, thread, {
    longestGroupMs,
    assertIntact: files.assertIntact,
    onCommit: checkpoints.onCommit,
    onEvents: () => setImmediate(announce),
  })

  let isClosing = false
  const assertOpen = () => {
    if (isClosing) throw new StoreUnavailable('SQLite: closed', { retryable: false })
  }

  const untilFree = async <T>(read: () => T): Promise<T> => {
    try {
      return await whenFree(read)
    } catch (cause) {
      throw translate(cause)
    }
  }
  const reads = async <T>(read: () => T): Promise<T> => {
    assertOpen()
    return untilFree(read)
  }
  const together = reading.raw.transaction((read: () => unknown) => read())
  const atOnce = <T>(read: () => T): Promise<T> => reads(() => together(read) as T)
  const turnReads = createTurnReads(reading.each, (read) => untilFree(() => together(read)))

  const readers = createReaders(path, onStatement)

  /** One list after the other, so that at most one read waits for a thread. */
  async function readEachLong({ statement, parents, shared }: EachQuery): Promise<(readonly Row[])[]> {
    const lists: (readonly Row[])[] = []
    for (const parent of parents) lists.push(await readLong({ statement, values: [...parent, ...shared] }))
    return lists
  }

  async function readLong(query: Query): Promise<readonly Row[]> {
    const spent = budget() ?? null
    const turnOf = owner() ?? NO_OWNER
    spent?.remainingReadMs()
    return whenFree(() => readers.read(query, turnOf, spent)).catch((cause: unknown) => {
      throw translate(cause)
    })
  }

  /** Counts rows that were read on this thread for the current request. */
  async function counted<T>(run: () => Promise<T>, rowsOf: (value: T) => number): Promise<T> {
    const spent = budget()
    if (!spent) return run()
    spent.remainingReadMs()
    const value = await run()
    spent.countRead({ rows: rowsOf(value), ms: 0 })
    return value
  }
  const allRows = (lists: readonly (readonly Row[])[]): number =>
    lists.reduce((sum, rows) => sum + rows.length, 0)

  const stopPolling = pollForOthers(reading, pollEveryMs, announce)

  return {
    dialect: sqliteDialect,
    lanes: 1,
    read: async (query) => {
      assertOpen()
      return query.isLong
        ? readLong(query)
        : counted(
            () => reads(() => reading.all(query)),
            ({ length }) => length,
          )
    },
    readTogether: (loads) => counted(() => atOnce(() => loads.map((load) => reading.all(load))), allRows),
    readEach: async (query) => {
      assertOpen()
      return query.isLong ? readEachLong(query) : counted(() => turnReads.readEach(query), allRows)
    },
    change: async (loads, decide, hints) => {
      assertOpen()
      return writer.change(loads, decide, hints)
    },
    // On SQLite, events have their positions from the beginning.
    placeEvents: async () => undefined,
    onEvents: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    now: null,
    check: async () => {
      files.assertIntact()
      await reads(() => reading.raw.prepare('select 1').get())
      // A disk that is full or read-only fails commits only. This also notices that the disk has space again.
      if (writer.isFailing)
        await writer.change([], () => ({ writes: [EMPTY_WRITE], hasEvents: false, result: undefined }))
    },
    close: async () => {
      isClosing = true
      stopPolling()
      await Promise.all([writer.idle(), turnReads.idle(), readers.idle()])
      await Promise.all([checkpoints.close(), thread.close(), readers.close()])
      // The writing connection is closed last, because the last connection to close checkpoints the log.
      reading.raw.close()
      writing.raw.close()
      files.close()
    },
  }
}

/** Checks whether another connection has added events. SQLite's change counter makes this nearly free. */
function pollForOthers({ raw }: SqliteConnection, everyMs: number, announce: () => void): () => void {
  const version = raw.prepare<[], number>('pragma data_version').pluck()
  const newest = raw.prepare<[], number | null>('select max(position) from events').pluck()
  let seenVersion = version.get()
  let seenPosition = newest.get()
  const timer = setInterval(() => {
    try {
      const nowVersion = version.get()
      if (nowVersion === seenVersion) return
      seenVersion = nowVersion
      const nowPosition = newest.get()
      if (nowPosition === seenPosition) return
      seenPosition = nowPosition
      announce()
    } catch {
      // The next check may succeed, and a reader of the log gets the error itself.
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
