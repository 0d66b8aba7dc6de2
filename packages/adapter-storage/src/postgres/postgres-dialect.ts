import { DatabaseError } from 'pg'
import type { Columns, ColumnType, Dialect, Parameter, Statement, Value } from '../database.ts'
import { MOVED_AWAY_STATE } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

const NUMBERED = /\?(\d+)/g

const TYPES: { readonly [Type in ColumnType]: string } = {
  text: 'text',
  integer: 'bigint',
  amount: 'numeric',
  boolean: 'boolean',
  real: 'double precision',
  json: 'json',
}

const statement = (name: string, text: string): Statement => ({
  name,
  text: text.replace(NUMBERED, '$$$1'),
  order: null,
  isPlannedAnew: false,
})

const names = (columns: Columns): string[] => Object.keys(columns)

const arrays = (columns: Columns, first: number): string =>
  Object.values(columns)
    .map((type, place) => `?${first + place}::${TYPES[type]}[]`)
    .join(', ')

export const postgresDialect: Dialect = {
  client: 'pg',
  statement,
  plannedAnew: (known) => ({ ...known, isPlannedAnew: true }),
  // Keys never change, so other transactions may still write rows that refer to a locked row.
  forUpdate: 'for no key update',
  skipLocked: 'for update skip locked',
  // A `min` of a source in which Postgres expects no rows would be computed from all of them.
  firstByIndex: (column, source) => `select ${column} from ${source} order by ${column} limit 1`,
  eventNumber: 'id',
  forUpdateOfFree: 'for no key update skip locked',
  forKeyShare: 'for key share',
  least: 'least',
  greatest: 'greatest',
  // Locks are always taken in the order of the hashes, so that transactions cannot deadlock.
  lockTexts: statement(
    'lock_texts',
    `select pg_advisory_xact_lock(place) from (
       select distinct hashtextextended(key, 0) as place from unnest(?1::text[]) as key order by place
     ) as places`,
  ),
  among: (expression, parameter, type) => `${expression} = any(?${parameter}::${TYPES[type]}[])`,
  withinTime: () => 'true',
  byIndex: () => '',
  sumOfAmounts: (column, condition) => `'0 ' || coalesce(sum(${column}) filter (where ${condition}), 0)`,
  joined: (expression) => `string_agg((${expression})::text, ',')`,
  bytesOf: (expression) => `octet_length(cast(${expression} as text))`,
  jsonRows: (columns, from, orderBy) =>
    `(select json_agg(json_build_array(${columns.join(', ')}) order by ${orderBy})::text from ${from})`,
  insert: (name, table, columns, conflict = '') =>
    statement(
      name,
      `insert into ${table} (${names(columns).join(', ')})
       select * from unnest(${arrays(columns, 1)}) ${conflict}`,
    ),
  update: (name, table, keys, columns, { set = {}, where } = {}) => {
    const sharedNames = names(keys.shared)
    const assigned = names(columns).map((column) => {
      const value = `given.${column}`
      const wanted = set[column]?.replaceAll('{new}', value).replaceAll('{old}', `${table}.${column}`)
      return `${column} = ${wanted ?? value}`
    })
    const matched = [
      ...sharedNames.map((key, place) => `${table}.${key} = ?${place + 1}`),
      ...names(keys.own).map((key) => `${table}.${key} = given.${key}`),
      ...(where === undefined ? [] : [where]),
    ]
    const given = { ...keys.own, ...columns }
    return statement(
      name,
      `update ${table} set ${assigned.join(', ')}
       from unnest(${arrays(given, sharedNames.length + 1)}) as given(${names(given).join(', ')})
       where ${matched.join(' and ')}`,
    )
  },
  remove: (name, table, column, type = 'text') =>
    statement(
      name,
      `delete from ${table} where ${column} = any(?1::${type === 'text' ? 'text' : 'bigint'}[])`,
    ),
  each: (name, parents, orderBy, inner) => {
    const parentNames = names(parents)
    const list = inner(
      (column) => `parent.${column}`,
      (place) => `?${parentNames.length + place}`,
    )
    return statement(
      name,
      `select parent.place as parent_place, listed.*
       from unnest(${arrays(parents, 1)}) with ordinality as parent(${parentNames.join(', ')}, place)
       cross join lateral (${list}) as listed
       order by parent.place${orderBy === '' ? '' : `, ${orderBy}`}`,
    )
  },
}

const NEEDS_QUOTES = /[{}",\\\s]|^$|^null$/i

function element(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return NEEDS_QUOTES.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

const arrayOf = (values: readonly Value[]): string => `{${values.map(element).join(',')}}`

export function bindable(value: Parameter): string | null {
  if (value === null) return null
  return typeof value === 'object' ? arrayOf(value) : String(value)
}

/** Converts rows to one array per column, as unnest needs them. */
export function columnArrays(rows: readonly (readonly Value[])[]): string[] {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, place) => arrayOf(rows.map((row) => row[place] as Value)))
}

/** Serialization failure and deadlock. The same transaction can be run again. */
const REPEATABLE = new Set(['40001', '40P01'])

/** Postgres is unreachable or shutting down, is out of space, or took too long. */
const UNAVAILABLE = /^(08|53|57P|58|57014|55P03|25P0[234]|25006|XX)/

/** A value was sealed under a retired master key. A server that reads its keys again seals under the current key. */
const RETIRED_KEY = 'DK001'

export const isRepeatable = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code !== undefined && REPEATABLE.has(cause.code)

/** Whether Postgres stopped a statement because of its timeout. */
export const isOutOfTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '57014'

/** Whether a statement waited too long for a lock. */
export const isOutOfLockTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '55P03'

/**
 * Whether Postgres ended a transaction because this process did nothing for too long. It had not committed: Postgres does
 * this only before it receives the next statement.
 */
export const isOutOfIdleTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '25P03'

/**
 * Whether the connection can be used after this error, when the transaction is rolled back. A connection that refused a
 * change because it is read-only (25006) may stay so when the database accepts changes again, because it keeps the default
 * from its beginning.
 */
export const leavesConnectionUsable = (cause: unknown): boolean =>
  !(cause instanceof DatabaseError && /^(08|57P|25P03|25006|XX)/.test(cause.code ?? ''))

/** Translates an error of Postgres or of its connection to the error for the caller. */
export function translate(cause: unknown): unknown {
  if (cause instanceof StoreUnavailable || cause instanceof UniqueViolation) return cause
  // A bug, not an error of the connection.
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) return cause
  const message = `Postgres: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`
  // An error that is not from the server: the connection failed, was lost, or timed out.
  if (!(cause instanceof DatabaseError)) return new StoreUnavailable(message, { retryable: true, cause })
  const field = cause.code === '23505' ? fieldOfIndex(cause.constraint) : undefined
  if (field) return new UniqueViolation(field, cause)
  if (cause.code === RETIRED_KEY || cause.code === MOVED_AWAY_STATE)
    return new StoreUnavailable(message, { retryable: true, cause })
  if (REPEATABLE.has(cause.code ?? '') || UNAVAILABLE.test(cause.code ?? '')) {
    return new StoreUnavailable(message, { retryable: true, cause })
  }
  // An operator has to fix a wrong password or a missing database.
  if (/^(28|3D)/.test(cause.code ?? '')) return new StoreUnavailable(message, { retryable: false, cause })
  return cause
}
