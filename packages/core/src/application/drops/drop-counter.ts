import type { Address } from '../../domain/address.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../domain/instant.ts'
import type { Refusal, RefusalKind } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'
import type { Counted, CountInterval, DropCount, Ports } from '../../ports/index.ts'

/** The lengths of the intervals, and how long their counts are stored. */
export const COUNT_INTERVALS: {
  readonly [Interval in CountInterval]: { readonly lengthMs: number; readonly storedMs: number }
} = {
  HOUR: { lengthMs: 60 * MINUTE_MS, storedMs: 14 * DAY_MS },
  DAY: { lengthMs: DAY_MS, storedMs: 400 * DAY_MS },
}

/** Counts the visits of drops in memory, until `flush` adds them to the stored counts. */
export interface DropCounter {
  viewed(dropId: DropId): void
  /** Counts a wallet at most once per drop and hour. */
  checked(dropId: DropId, wallet: Address): void
  /** Counts a claim when its result is known. Returns the same result. */
  tried<T>(
    dropId: string,
    claim: Promise<Result<T, Refusal>>,
    refusalIn?: (value: T) => Refusal | null,
  ): Promise<Result<T, Refusal>>
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

  function countTry(id: string, refusal: Refusal | null): void {
    const dropId = readId('drop', id)
    if (dropId === undefined || refusal?.kind === 'not_found') return
    if (refusal !== null && BEFORE_THE_DROP.has(refusal.kind) && !knownDrops.has(dropId)) return
    count(dropId, 'try')
    if (refusal !== null) count(dropId, `refused:${refusal.kind}`)
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
    async tried(dropId, claim, refusalIn = () => null) {
      const result = await claim
      countTry(dropId, result.ok ? refusalIn(result.value) : result.error)
      return result
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
