import type { Claim, Store } from '@dropkit/core'
import { type ColumnType, type Database, type Dialect, rowsAs, type Value, type Write } from '../database.ts'

const HOUR_MS = 3_600_000

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS)

/**
 * Counts new claims by hour and by caller, so that reads need not count them. Each row belongs to one drop, which the
 * writer has locked. Claims on different drops therefore never wait for each other here.
 */
export function createClaimCounters(dialect: Dialect): (claims: readonly Claim[]) => Write[] {
  const hours = createCounter(dialect, 'claim_hours', 'hour', 'integer', (claim) => hourOf(claim.createdAt))
  const callers = createCounter(dialect, 'claim_callers', 'caller_id', 'text', (claim) => claim.callerId)
  return (claims) => [hours(claims), callers(claims)]
}

function createCounter(
  dialect: Dialect,
  table: string,
  column: string,
  type: ColumnType,
  keyOf: (claim: Claim) => Value,
): (claims: readonly Claim[]) => Write {
  const statement = dialect.insert(
    `count_${table}`,
    table,
    { drop_id: 'text', [column]: type, count: 'integer' },
    `on conflict (drop_id, ${column}) do update set count = ${table}.count + excluded.count`,
  )
  return (claims) => {
    const rows = [...Map.groupBy(claims, ({ dropId }) => dropId)].flatMap(([dropId, ofDrop]) =>
      [...Map.groupBy(ofDrop, keyOf)].map(([value, counted]) => [dropId, value, counted.length]),
    )
    return { statement, shared: [], rows, mustMatch: false }
  }
}

const RESERVED = `status in ('PENDING', 'SUBMITTED', 'CONFIRMED')`

interface SumRow {
  claims: number
  amount: string
  open: number
  first_at: number | null
}

export function createClaimCounts(database: Database): Pick<Store, 'claimsSince' | 'claimSums'> {
  const since = database.dialect.statement(
    'claims_since',
    'select cast(coalesce(sum(count), 0) as bigint) as claims from claim_hours where drop_id = ?1 and hour >= ?2',
  )
  const sums = database.dialect.each(
    'claim_sums',
    { drop_id: 'text', first: 'integer', last: 'integer', made_before: 'integer' },
    '',
    (parent) => `select count(*) filter (where ${RESERVED}) as claims,
        ${database.dialect.sumOfAmounts('amount', RESERVED)} as amount,
        count(*) filter (where status in ('PENDING', 'SUBMITTED')) as open, min(created_at) as first_at
      from claims where drop_id = ${parent('drop_id')} and sequence > ${parent('first')}
        and sequence <= ${parent('last')} and created_at < ${parent('made_before')}`,
  )
  return {
    async claimSums(dropId, ranges) {
      const parents = ranges.map(({ after, upTo, before }) => [dropId, after, upTo, before])
      const lists = await database.readEach({ statement: sums, parents, shared: [] })
      return lists.map((rows) => {
        const [row] = rowsAs<SumRow>(rows)
        return {
          claims: row?.claims ?? 0,
          amount: sumFrom(row?.amount ?? '0 0'),
          isSettled: !row?.open,
          firstAt: row?.first_at ?? null,
        }
      })
    },
    async claimsSince(dropId, instant) {
      const values = [dropId, hourOf(instant)]
      const [row] = rowsAs<{ claims: number }>(await database.read({ statement: since, values }))
      return row?.claims ?? 0
    },
  }
}

/** Parses the result of `Dialect.sumOfAmounts`. */
function sumFrom(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split(' ')
  return BigInt(upper) * 10_000_000_000n + BigInt(lower)
}
