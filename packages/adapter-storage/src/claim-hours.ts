import type { Claim, DropId, Store } from '@dropkit/core'
import { type Database, type Dialect, rowsAs, type Value, type Write } from './database.ts'

const HOUR_MS = 3_600_000

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS)

/** Counts new claims into the hours of their drops: one row for each hour, whatever the number of claims. */
export function createClaimHours(dialect: Dialect): (claims: readonly Claim[]) => Write {
  const statement = dialect.insert(
    'count_claim_hours',
    'claim_hours',
    { drop_id: 'text', hour: 'integer', count: 'integer' },
    'on conflict (drop_id, hour) do update set count = claim_hours.count + excluded.count',
  )
  return (claims) => {
    const counts = new Map<string, [DropId, number, number]>()
    for (const { dropId, createdAt } of claims) {
      const hour = hourOf(createdAt)
      const key = `${dropId} ${hour}`
      const counted = counts.get(key)
      if (counted) counted[2]++
      else counts.set(key, [dropId, hour, 1])
    }
    const rows: readonly (readonly Value[])[] = [...counts.values()]
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
