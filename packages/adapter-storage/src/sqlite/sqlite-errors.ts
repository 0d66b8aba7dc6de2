import SqliteDatabase from 'better-sqlite3'
import { MOVED_AWAY } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

const codeOf = (cause: unknown): string => (cause instanceof SqliteDatabase.SqliteError ? cause.code : '')

export const isBusy = (cause: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(cause))

const MAY_PASS = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|INTERRUPT|CANTOPEN|PROTOCOL|READONLY)/
const IS_BROKEN = /^SQLITE_(CORRUPT|NOTADB|PERM|AUTH)/

const CONFLICT = /UNIQUE constraint failed: (?:index '(?<index>[^']+)'|(?<table>\w+)\.(?<column>\w+)$)/

/** Part of the trigger's message. A server that reads its keys again seals under the current key. */
const RETIRED_KEY = 'retired master key'

/** Translates an error of SQLite or of a decision to the error for the caller. */
export function translate(cause: unknown): unknown {
  const code = codeOf(cause)
  if (code === '') return cause
  const message = (cause as Error).message
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    // For an index over an expression, SQLite names the index. For an index over a column, it names the column, from which
    // the index name follows.
    const { index, table, column } = CONFLICT.exec(message)?.groups ?? {}
    const field = fieldOfIndex(index ?? `${table}_${column}`)
    return field ? new UniqueViolation(field, cause) : cause
  }
  if (code === 'SQLITE_CONSTRAINT_TRIGGER' && (message.includes(RETIRED_KEY) || message.includes(MOVED_AWAY)))
    return new StoreUnavailable(`SQLite: ${message}`, { retryable: true, cause })
  if (MAY_PASS.test(code)) return new StoreUnavailable(`SQLite: ${message}`, { retryable: true, cause })
  if (IS_BROKEN.test(code)) return new StoreUnavailable(`SQLite: ${message}`, { retryable: false, cause })
  return cause
}

const LONGEST_WAIT_MS = 10_000

/**
 * Runs an operation that another process may block, and waits asynchronously. Throws SQLite's own error if that takes too
 * long.
 */
export async function whenFree<T>(attempt: () => T | Promise<T>): Promise<T> {
  let waitMs = 1
  let waitedMs = 0
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (!isBusy(cause) || waitedMs >= LONGEST_WAIT_MS) throw cause
      const pauseMs = waitMs
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      waitedMs += pauseMs
      waitMs = Math.min(waitMs * 2, 25)
    }
  }
}
