import SqliteDatabase from 'better-sqlite3'
import type { Columns, Dialect, Statement } from '../database.ts'
import { MOVED_AWAY } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

const NUMBERED = /\?(\d+)/g

/** better-sqlite3 binds by position, so a parameter that occurs twice is passed twice. */
function statement(name: string, text: string): Statement {
  const order: number[] = []
  const placed = text.replace(NUMBERED, (_, digits: string) => {
    order.push(Number(digits) - 1)
    return '?'
  })
  const isInOrder = order.every((parameter, place) => parameter === place)
  return { name, text: placed, order: isInOrder ? null : order, isPlannedAnew: false }
}

const names = (columns: Columns): string[] => Object.keys(columns)

export const sqliteDialect: Dialect = {
  client: 'better-sqlite3',
  statement,
  plannedAnew: (known) => known,
  // SQLite has one writer at a time, which implicitly locks everything.
  forUpdate: '',
  skipLocked: '',
  // Ordered by the column, a search for many rows would scan the table.
  firstByIndex: (column, source) => `select min(${column}) from ${source}`,
  eventNumber: 'position',
  forUpdateOfFree: '',
  forKeyShare: '',
  lockTexts: null,
  least: 'min',
  greatest: 'max',
  among: (expression, parameter) => `${expression} in (select value from json_each(?${parameter}))`,
  withinTime: (column) => `within_time(${column})`,
  byIndex: (name) => `indexed by ${name}`,
  // Neither half can overflow: each is below 10^10 in every row.
  sumOfAmounts: (column, condition) => {
    const half = (first: number) =>
      `coalesce(sum(cast(substr(${column}, ${first}, 10) as integer)) filter (where ${condition}), 0)`
    return `${half(1)} || ' ' || ${half(11)}`
  },
  joined: (expression) => `group_concat(${expression}, ',')`,
  // Unlike `length`, this does not read the value.
  bytesOf: (expression) => `octet_length(${expression})`,
  jsonRows: (columns, from, orderBy) =>
    `(select json_group_array(json_array(${columns.join(', ')}) order by ${orderBy}) from ${from})`,
  insert: (name, table, columns, conflict = '') => {
    const places = names(columns).map((_, place) => `?${place + 1}`)
    return statement(
      name,
      `insert into ${table} (${names(columns).join(', ')}) values (${places.join(', ')}) ${conflict}`,
    )
  },
  update: (name, table, keys, columns, { set = {}, where } = {}) => {
    const keyNames = [...names(keys.shared), ...names(keys.own)]
    const assigned = names(columns).map((column, place) => {
      const value = `?${keyNames.length + place + 1}`
      const wanted = set[column]?.replaceAll('{new}', value).replaceAll('{old}', column)
      return `${column} = ${wanted ?? value}`
    })
    const matched = keyNames.map((key, place) => `${key} = ?${place + 1}`).concat(where ?? [])
    return statement(name, `update ${table} set ${assigned.join(', ')} where ${matched.join(' and ')}`)
  },
  remove: (name, table, column) => statement(name, `delete from ${table} where ${column} = ?1`),
  each: (name, parents, _orderBy, inner) => {
    const parentNames = names(parents)
    const text = inner(
      (column) => `?${parentNames.indexOf(column) + 1}`,
      (place) => `?${parentNames.length + place}`,
    )
    return statement(name, text)
  },
}

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
