import { SEALED_FOR } from '@dropkit/core/internal'
import { type Database, rowsAs } from '../database.ts'

/** A column of sealed values: the columns that identify its rows, and the context that each value is sealed for. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly keys: readonly string[]
  readonly owner: readonly string[]
  readonly purpose: (...owner: string[]) => string
}

/** Every column that contains sealed values. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  ofDrop('voucher_private_key', SEALED_FOR.voucherKey),
  ofDrop('next_voucher_private_key', SEALED_FOR.voucherKey),
  ofDrop('sealed_seed', SEALED_FOR.seed),
  ofWebhook('secret', SEALED_FOR.secret),
  ofWebhook('previous_secret', SEALED_FOR.secret),
  ofWebhook('earlier_secrets', SEALED_FOR.earlierSecrets),
  ofIdempotencyRecord('effect_shown_once', ['effect_id'], SEALED_FOR.secret),
  ofIdempotencyRecord('answer', ['user_id', 'key'], SEALED_FOR.answer),
]

export interface SealedValue {
  readonly place: SealedColumn
  readonly key: readonly string[]
  readonly sealed: string
  readonly purpose: string
}

/** All sealed values of a store, in all tables. */
export interface SealedValues {
  /**
   * Returns a page of the values that do not begin with `prefix`, in a fixed order. `after` is the last value of the
   * previous page.
   */
  otherwiseSealed(prefix: string, limit: number, after?: SealedValue): Promise<readonly SealedValue[]>
  /** Replaces values that have not changed in the meantime. Returns how many were replaced. Replaces all or none. */
  replace(values: readonly { readonly value: SealedValue; readonly by: string }[]): Promise<number>
  /** Counts the values by their first `length` characters. */
  countByPrefix(length: number): Promise<ReadonlyMap<string, number>>
}

export function createSealedValues(database: Database): SealedValues {
  const { dialect } = database
  const statements = SEALED_COLUMNS.map(({ table, column, keys, owner }) => {
    const name = `${table}_${column}`
    const list = keys.join(', ')
    const page = (what: string, condition: string, limit: number) =>
      dialect.statement(
        `${what}_${name}`,
        `select ${list}, ${owner.map((one, n) => `${one} as owner_${n}`).join(', ')}, ${column} as sealed
         from ${table}
         where ${column} is not null and substr(${column}, 1, ?1) <> ?2 ${condition}
         order by ${list} limit ?${limit}`,
      )
    const places = keys.map((_key, n) => `?${n + 3}`).join(', ')
    return {
      first: page('first_sealed', '', 3),
      next: page('next_sealed', `and (${list}) > (${places})`, keys.length + 3),
      replace: dialect.statement(
        `reseal_${name}`,
        `update ${table} set ${column} = ?1
         where ${column} = ?2 and ${keys.map((key, n) => `${key} = ?${n + 3}`).join(' and ')} returning 1 as done`,
      ),
      count: dialect.statement(
        `count_sealed_${name}`,
        `select substr(${column}, 1, ?1) as prefix, count(*) as values_there
         from ${table} where ${column} is not null group by 1`,
      ),
    }
  })
  const statementsOf = (index: number) => {
    const found = statements[index]
    if (!found) throw new Error('invariant broken: a column without statements')
    return found
  }

  async function pageOf(index: number, prefix: string, limit: number, after?: SealedValue) {
    const place = SEALED_COLUMNS[index]
    if (!place) return []
    const { first, next } = statementsOf(index)
    const rows = await database.read(
      after === undefined
        ? { statement: first, values: [prefix.length, prefix, limit] }
        : { statement: next, values: [prefix.length, prefix, ...after.key, limit] },
    )
    return rowsAs<Record<string, string>>(rows).map((row): SealedValue => {
      const owner = place.owner.map((_one, n) => row[`owner_${n}`] ?? '')
      const key = place.keys.map((one) => row[one] ?? '')
      return { place, key, sealed: row['sealed'] ?? '', purpose: place.purpose(...owner) }
    })
  }

  return {
    async otherwiseSealed(prefix, limit, after) {
      const from = after === undefined ? 0 : SEALED_COLUMNS.indexOf(after.place)
      for (let index = from; index < SEALED_COLUMNS.length; index++) {
        const found = await pageOf(index, prefix, limit, index === from ? after : undefined)
        if (found.length > 0) return found
      }
      return []
    },
    replace(values) {
      const queries = values.map(({ value, by }) => ({
        statement: statementsOf(SEALED_COLUMNS.indexOf(value.place)).replace,
        values: [by, value.sealed, ...value.key],
      }))
      return database.change(queries, (loaded) => ({
        writes: [],
        hasEvents: false,
        result: loaded.reduce((sum, rows) => sum + rows.length, 0),
      }))
    },
    async countByPrefix(length) {
      const counts = new Map<string, number>()
      for (const { count } of statements) {
        const rows = await database.read({ statement: count, values: [length] })
        for (const row of rowsAs<{ prefix: string; values_there: number }>(rows))
          counts.set(row.prefix, (counts.get(row.prefix) ?? 0) + Number(row.values_there))
      }
      return counts
    },
  }
}

function ofDrop(column: string, purpose: (id: string) => string): SealedColumn {
  return { table: 'drops', column, keys: ['id'], owner: ['id'], purpose: (id = '') => purpose(id) }
}

function ofWebhook(column: string, purpose: (id: string) => string): SealedColumn {
  return { table: 'webhooks', column, keys: ['id'], owner: ['id'], purpose: (id = '') => purpose(id) }
}

function ofIdempotencyRecord(
  column: string,
  owner: readonly string[],
  purpose: (...owner: [string, string]) => string,
): SealedColumn {
  return {
    table: 'receipts',
    column,
    keys: ['user_id', 'key'],
    owner,
    purpose: (first = '', second = '') => purpose(first, second),
  }
}
