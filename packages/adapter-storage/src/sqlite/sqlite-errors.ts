import SqliteDatabase from 'better-sqlite3'
import { MOVED_AWAY } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

const codeOf = (cause: unknown): string => (cause instanceof SqliteDatabase.SqliteError ? cause.code : '')

export const isBusy = (cause: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(cause))

const MAY_PASS = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|NOMEM|INTERRUPT|CANTOPEN|PROTOCOL|READONLY)/
const IS_BROKEN = /^SQLITE_(CORRUPT|NOTADB|PERM|AUTH)/

const CONFLICT = /UNIQUE constraint failed: (?:index '(?<index>[^']+)'|(?<table>\w+)\.(?<column>\w+)$)/

/** In what a trigger says; a server that reads its keys again seals under the current one. */
const RETIRED_KEY = 'retired master key'

/** The error that a caller gets for what SQLite or a decision threw. */
export function translate(cause: unknown): unknown {
  const code = codeOf(cause)
  if (code === '') return cause
  const message = (cause as Error).message
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    // An index over an expression is named; for one over a column the column is, and the index is named after it.
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
 * Runs what another process may be in the way of, waiting for it without holding up this one. Gives up, with SQLite's
 * own error, when it takes too long.
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
