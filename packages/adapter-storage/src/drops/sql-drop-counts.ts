import type { DropCount, DropCounts } from '@dropkit/core'
import { type Database, rowsAs, type Value } from '../database.ts'

const COLUMNS = {
  drop_id: 'text',
  span: 'text',
  starts_at: 'integer',
  counted: 'text',
  amount: 'integer',
  expires_at: 'integer',
} as const

export function createSqlDropCounts(database: Database): DropCounts {
  const { dialect } = database
  const existing = dialect.statement(
    'drops_to_count',
    `select id from drops where ${dialect.among('id', 1, 'text')} and deleted_at is null`,
  )
  const add = dialect.insert(
    'add_drop_counts',
    'drop_counts',
    COLUMNS,
    `on conflict (drop_id, span, starts_at, counted)
     do update set amount = drop_counts.amount + excluded.amount`,
  )
  const read = dialect.statement(
    'read_drop_counts',
    `select starts_at as "at", counted, amount from drop_counts
     where drop_id = ?1 and span = ?2 and starts_at >= ?3 and starts_at < ?4`,
  )
  return {
    async add(counts) {
      if (counts.length === 0) return
      const ids = [...new Set(counts.map(({ dropId }) => dropId))]
      await database.change(
        [{ statement: existing, values: [ids] }],
        ([found]) => {
          const known = new Set(found?.map(({ id }) => id))
          const rows = inOrder(counts.filter(({ dropId }) => known.has(dropId))).map(rowOf)
          const writes = [{ statement: add, shared: [], rows, mustMatch: false }]
          return { writes: rows.length === 0 ? [] : writes, hasEvents: false, result: undefined }
        },
        { rows: counts.length },
      )
    },
    read: async (dropId, { interval, from, to }) =>
      rowsAs<Pick<DropCount, 'at' | 'counted' | 'amount'>>(
        await database.read({ statement: read, values: [dropId, interval, from, to] }),
      ),
  }
}

const rowOf = ({ dropId, interval, at, counted, amount, expiresAt }: DropCount): readonly Value[] => [
  dropId,
  interval,
  at,
  counted,
  amount,
  expiresAt,
]

/** All servers lock rows in the same order, so that they cannot deadlock. */
const inOrder = (counts: readonly DropCount[]): readonly DropCount[] => {
  const placeOf = ({ dropId, interval, at, counted }: DropCount) => `${dropId} ${interval} ${at} ${counted}`
  return counts.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}
