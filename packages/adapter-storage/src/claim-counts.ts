import type { Claim, Store } from '@dropkit/core'
import { type ColumnType, type Database, type Dialect, rowsAs, type Value, type Write } from './database.ts'

const HOUR_MS = 3_600_000

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS)

/**
 * Counts new claims into the hours of their drops and into who asked for them, so that nobody has to count them later.
 * A row is one drop's, whose lock its writers have: claims on different drops never wait for each other here.
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

export function createClaimCounts(database: Database): Pick<Store, 'claimsSince'> {
  const since = database.dialect.statement(
    'claims_since',
    'select cast(coalesce(sum(count), 0) as bigint) as claims from claim_hours where drop_id = ?1 and hour >= ?2',
  )
  return {
    async claimsSince(dropId, instant) {
      const values = [dropId, hourOf(instant)]
      const [row] = rowsAs<{ claims: number }>(await database.read({ statement: since, values }))
      return row?.claims ?? 0
    },
  }
}
