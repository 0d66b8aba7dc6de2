import { type Instant, MINUTE_MS } from '../domain/instant.ts'
import type { KeyValueStore } from '../ports/index.ts'

const PREFIX = 'limits/counted/'
const HOUR_MS = 60 * MINUTE_MS
/** Longer than two servers' clocks differ. */
const KEPT_HOURS = 2

/** The key under which a transaction's gas is counted. Keys sort by the hour until which they are needed. */
export const countedKey = ({ digest, until }: { readonly digest: string; readonly until: Instant }): string =>
  `${PREFIX}${hourOf(until)}/${digest}`

const hourOf = (at: Instant): string => String(Math.ceil(at / HOUR_MS)).padStart(8, '0')

/** Forgets up to `limit` transactions that no server sends any more. Returns their number. */
export async function forgetCounted(
  keyValues: Pick<KeyValueStore, 'list' | 'transact'>,
  now: Instant,
  limit: number,
): Promise<number> {
  const before = `${PREFIX}${hourOf(now - KEPT_HOURS * HOUR_MS)}`
  const oldest = await keyValues.list(PREFIX, { limit })
  const over = oldest.map(({ key }) => key).filter((key) => key < before)
  if (over.length === 0) return 0
  await keyValues.transact(over, () => ({
    writes: new Map(over.map((key) => [key, null])),
    result: undefined,
  }))
  return over.length
}
