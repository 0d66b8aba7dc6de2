import type { Address } from '../../domain/address.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../domain/instant.ts'
import { badInput, type Refusal, type RefusalKind } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Counted, CountInterval, DropCount, Ports } from '../../ports/index.ts'
import { findOwnDrop } from '../read-records.ts'
import type { ClaimHistory } from './claim-history.ts'

/** Which intervals of a drop's analytics to return. */
export interface DropAnalyticsInput {
  readonly id: string
  readonly interval: CountInterval
  /** Rounded down to the start of an interval. Default: 48 hours or 30 days before `to`. */
  readonly from?: Instant | null | undefined
  /** Rounded up to the end of an interval. Default: now. */
  readonly to?: Instant | null | undefined
}

/** How many visitors of a drop got how far. */
interface Funnel {
  /** Views of the claim page. Anyone can inflate them. */
  readonly views: number
  /** Wallets whose eligibility was checked, each at most once per hour and process. */
  readonly wallets: number
  /** Claims that were tried, with those that were refused. */
  readonly tries: number
  /** Claims that were made and have not expired. They are not counted but read from the claims, so they are exact. */
  readonly claims: number
}

/** The analytics of one interval. */
export interface AnalyticsPoint extends Funnel {
  /** The start of the interval. */
  readonly at: Instant
}

/** What happened on a drop in a range of time. */
export interface DropAnalytics extends Funnel {
  readonly interval: CountInterval
  readonly from: Instant
  readonly to: Instant
  /** Claims per 100 views. Null without views. */
  readonly conversion: number | null
  /** Refused claims by the kind of the refusal, the most frequent first. */
  readonly refusals: readonly { readonly kind: RefusalKind; readonly count: number }[]
  /** One for each interval of the range, oldest first. */
  readonly points: readonly AnalyticsPoint[]
}

const MAX_INTERVALS = 200
const DEFAULT_INTERVALS: { readonly [Interval in CountInterval]: number } = { HOUR: 48, DAY: 30 }
const REFUSED = 'refused:'

/** The analytics of one of the caller's drops. Counts that were not flushed yet are missing. */
export async function readDropAnalytics(
  ports: Pick<Ports, 'store' | 'clock' | 'dropCounts'>,
  history: ClaimHistory,
  caller: Caller,
  { id, interval, ...range }: DropAnalyticsInput,
): Promise<Result<DropAnalytics, Refusal>> {
  const own = await findOwnDrop(ports, caller, id)
  if (!own.ok) return own
  const drop = own.value
  const { lengthMs } = COUNT_INTERVALS[interval]
  const to = Math.ceil((range.to ?? ports.clock.now() + 1) / lengthMs) * lengthMs
  const from =
    range.from == null
      ? to - DEFAULT_INTERVALS[interval] * lengthMs
      : Math.floor(range.from / lengthMs) * lengthMs
  const intervals = (to - from) / lengthMs
  if (intervals < 1 || intervals > MAX_INTERVALS)
    return err(
      badInput(
        'from',
        'OUT_OF_RANGE',
        `from must be 1 to ${MAX_INTERVALS} intervals before to, not ${intervals}`,
        { least: 1, most: MAX_INTERVALS },
      ),
    )
  const claims = await history.of(drop, { points: intervals, from, to })
  if (!claims.ok) return claims
  const counts = (await ports.dropCounts?.read(drop.id, { interval, from, to })) ?? []

  const byThing = Map.groupBy(counts, ({ counted }) => counted)
  const sumOf = (wanted: Counted, at?: Instant) =>
    (byThing.get(wanted) ?? []).reduce(
      (sum, count) => (at === undefined || count.at === at ? sum + count.amount : sum),
      0,
    )
  const funnelOf = (claimed: number, at?: Instant): Funnel => ({
    views: sumOf('view', at),
    wallets: sumOf('wallet', at),
    tries: sumOf('try', at),
    claims: claimed,
  })
  const total = funnelOf(claims.value.reduce((sum, point) => sum + point.claims, 0))
  return ok({
    interval,
    from,
    to,
    ...total,
    conversion: total.views === 0 ? null : (100 * total.claims) / total.views,
    refusals: [...byThing.keys()]
      .filter((counted) => counted.startsWith(REFUSED))
      .map((counted) => ({ kind: counted.slice(REFUSED.length) as RefusalKind, count: sumOf(counted) }))
      .sort((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1)),
    points: claims.value.map(({ at, claims: claimed }) => ({ at, ...funnelOf(claimed, at) })),
  })
}

/** The lengths of the intervals, and how long their counts are stored. */
const COUNT_INTERVALS: {
  readonly [Interval in CountInterval]: { readonly lengthMs: number; readonly storedMs: number }
} = {
  HOUR: { lengthMs: HOUR_MS, storedMs: 14 * DAY_MS },
  DAY: { lengthMs: DAY_MS, storedMs: 400 * DAY_MS },
}

/** Counts the visits of drops in memory, until `flush` adds them to the stored counts. */
export interface DropCounter {
  viewed(dropId: DropId): void
  /** Counts a wallet at most once per drop and hour. */
  checked(dropId: DropId, wallet: Address): void
  /** Counts a claim whose result is known: its refusal, or null. */
  tried(dropId: string, refusal: Refusal | null): void
  /** Stores what was counted. If that fails, it is lost, because it may have been stored. */
  flush(): Promise<void>
}

/** The most counts of hours between two flushes. Further ones are not counted, so that memory and a flush are bounded. */
const MOST_COUNTS = 2_000
const MOST_WALLETS = 20_000

/** Refusals that a claim may get before its drop is read. Anyone can cause them with ids of drops that do not exist. */
const BEFORE_THE_DROP: ReadonlySet<RefusalKind> = new Set([
  'bad_user_input',
  'conflict',
  'link_signature_invalid',
  'overloaded',
  'rate_limited',
  'unauthenticated',
])

interface Count {
  readonly dropId: DropId
  readonly hour: Instant
  readonly counted: Counted
  amount: number
}

const startOf = (interval: CountInterval, at: Instant): Instant => {
  const { lengthMs } = COUNT_INTERVALS[interval]
  return Math.floor(at / lengthMs) * lengthMs
}

export function createDropCounter({ clock, dropCounts }: Pick<Ports, 'clock' | 'dropCounts'>): DropCounter {
  const counts = new Map<string, Count>()
  const knownDrops = new Set<DropId>()
  const wallets = new Set<string>()
  let hourOfWallets = 0

  function count(dropId: DropId, counted: Counted): void {
    if (dropCounts === undefined) return
    const hour = startOf('HOUR', clock.now())
    const key = `${dropId} ${hour} ${counted}`
    const known = counts.get(key)
    if (known !== undefined) known.amount++
    else if (counts.size < MOST_COUNTS) {
      counts.set(key, { dropId, hour, counted, amount: 1 })
      knownDrops.add(dropId)
    }
  }

  return {
    viewed: (dropId) => count(dropId, 'view'),
    checked(dropId, wallet) {
      if (dropCounts === undefined) return
      const hour = startOf('HOUR', clock.now())
      if (hour !== hourOfWallets || wallets.size >= MOST_WALLETS) wallets.clear()
      hourOfWallets = hour
      const key = `${dropId} ${wallet}`
      if (wallets.has(key)) return
      wallets.add(key)
      count(dropId, 'wallet')
    },
    tried(id, refusal) {
      const dropId = readId('drop', id)
      if (dropId === undefined || refusal?.kind === 'not_found') return
      if (refusal !== null && BEFORE_THE_DROP.has(refusal.kind) && !knownDrops.has(dropId)) return
      count(dropId, 'try')
      if (refusal !== null) count(dropId, `refused:${refusal.kind}`)
    },
    async flush() {
      if (counts.size === 0) return
      const flushed = [...counts.values()]
      counts.clear()
      knownDrops.clear()
      await dropCounts?.add([...storedCounts(flushed, 'HOUR'), ...storedCounts(flushed, 'DAY')])
    },
  }
}

/** Adds the counts of hours up to counts of an interval. */
function storedCounts(counts: readonly Count[], interval: CountInterval): readonly DropCount[] {
  const { storedMs } = COUNT_INTERVALS[interval]
  const sums = new Map<string, DropCount>()
  for (const { dropId, hour, counted, amount } of counts) {
    const at = startOf(interval, hour)
    const key = `${dropId} ${at} ${counted}`
    const sum = (sums.get(key)?.amount ?? 0) + amount
    sums.set(key, { dropId, interval, at, counted, amount: sum, expiresAt: at + storedMs })
  }
  return [...sums.values()]
}
