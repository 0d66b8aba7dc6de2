import { HOUR_MS, type Instant } from '../domain/instant.ts'
import type { KeyValueStore } from '../ports/index.ts'

/**
 * An amount that may be used in each window of time. Windows begin at multiples of their length, UTC. A window of infinite
 * length never ends.
 */
export interface Allowance {
  /** The key under which the store counts its use. */
  readonly key: string
  readonly limit: bigint
  readonly windowMs: number
}

/** The allowance that a further use would exceed. */
export interface Exceeded<A extends Allowance> {
  readonly allowance: A
  readonly used: bigint
  readonly resetsAt: Instant
}

/** Counts uses in the store, for all servers: one row per allowance, overwritten in each window. */
interface Allowances {
  /** Counts `amount` in all allowances. If one would be exceeded, returns it and counts nothing. */
  spend<A extends Allowance>(allowances: readonly A[], amount: bigint): Promise<Exceeded<A> | null>
  /** Checks the same without counting. */
  look<A extends Allowance>(allowances: readonly A[], amount: bigint): Promise<Exceeded<A> | null>
  /**
   * Like `spend`, but the first use of a window always fits. Otherwise a use that exceeds the limit by itself would wait
   * forever.
   */
  spendAtLeastOnce<A extends Allowance>(allowances: readonly A[], amount: bigint): Promise<Exceeded<A> | null>
  /** Like `spend`, and keeps the reservation until it is settled. A reservation of nothing is never refused. */
  reserve<A extends Allowance>(
    allowances: readonly A[],
    reservation: Reservation,
  ): Promise<Exceeded<A> | null>
  /** Counts `amount` in all allowances, even if they are exceeded. A negative amount gives back. */
  note(allowances: readonly Allowance[], amount: bigint): Promise<void>
  /**
   * Counts a use that several servers may report. `key` names it; the store keeps under it whether the use is counted, in
   * the transaction of the count. `taken` is like `spend`, or like `spendAtLeastOnce` if `isFirstFree`, and counts nothing
   * if the use is counted already. `spent` counts the use, unless it is counted, and makes the count final. `unspent` gives
   * it back unless it is final.
   */
  once<A extends Allowance>(
    report: 'taken' | 'spent' | 'unspent',
    allowances: readonly A[],
    amount: bigint,
    use: { readonly key: string; readonly isFirstFree: boolean },
  ): Promise<Exceeded<A> | null>
  /** What is used of an allowance in the present window. */
  used(allowance: Allowance): Promise<bigint>
}

/** An amount that is counted before it is known what a change really adds. */
interface Reservation {
  /** The key under which the store keeps it. Keys sort by the hour until which they are needed. */
  readonly key: string
  /** The key of the allowance in which it is counted. */
  readonly countedIn: string
  readonly amount: bigint
}

interface Judgement {
  readonly isCounted: 'always' | 'if it fits' | 'never'
  /** Whether the first use of a window fits, regardless of its size. */
  readonly isFirstFree?: boolean
  /** Kept with the count. */
  readonly reservation?: Reservation
}

/** A report on a use that is counted once. */
interface Report {
  readonly key: string
  readonly report: 'taken' | 'spent' | 'unspent'
}

export function createAllowances(store: Pick<KeyValueStore, 'transact'>, now: () => Instant): Allowances {
  function judge<A extends Allowance>(
    allowances: readonly A[],
    amount: bigint,
    { isCounted, isFirstFree = false, reservation }: Judgement,
    reported?: Report,
  ): Promise<Exceeded<A> | null> {
    const at = now()
    return store.transact<Exceeded<A> | null>(
      [...allowances.map(({ key }) => key), ...(reported ? [reported.key] : [])],
      (values) => {
        const known = reported && values.get(reported.key)
        if (reported?.report === 'unspent' ? known !== 'taken' : known !== undefined) {
          const isFinal = reported?.report === 'spent' && known === 'taken'
          return { writes: new Map(isFinal ? [[reported.key, 'spent']] : []), result: null }
        }
        let exceeded: Exceeded<A> | null = null
        const writes = new Map<string, string | null>()
        if (reported) writes.set(reported.key, reported.report === 'unspent' ? null : reported.report)
        if (reservation) writes.set(reservation.key, textOf(reservation, 0n))
        for (const allowance of allowances) {
          const { key, limit, windowMs } = allowance
          const window = Math.floor(at / windowMs)
          const used = usedIn(window, values.get(key))
          const fits = used + amount <= limit || (isFirstFree && used === 0n)
          if (!fits) exceeded ??= { allowance, used, resetsAt: (window + 1) * windowMs }
          const counted = used + amount
          writes.set(key, `${window} ${counted < 0n ? 0n : counted}`)
        }
        // What is counted in any case is not refused, also if the allowance is exceeded already.
        if (isCounted === 'always') return { writes, result: null }
        const counts = isCounted === 'if it fits' && exceeded === null
        return { writes: counts ? writes : new Map(), result: exceeded }
      },
    )
  }

  return {
    spend: (allowances, amount) => judge(allowances, amount, { isCounted: 'if it fits' }),
    spendAtLeastOnce: (allowances, amount) =>
      judge(allowances, amount, { isCounted: 'if it fits', isFirstFree: true }),
    reserve: (allowances, reservation) => {
      const isCounted = reservation.amount === 0n ? 'always' : 'if it fits'
      return judge(allowances, reservation.amount, { isCounted, reservation })
    },
    look: (allowances, amount) => judge(allowances, amount, { isCounted: 'never' }),
    once: (report, allowances, amount, { key, isFirstFree }) =>
      report === 'taken'
        ? judge(allowances, amount, { isCounted: 'if it fits', isFirstFree }, { key, report })
        : judge(allowances, report === 'spent' ? amount : -amount, { isCounted: 'always' }, { key, report }),
    async note(allowances, amount) {
      await judge(allowances, amount, { isCounted: 'always' })
    },
    used: ({ key, windowMs }) =>
      store.transact([key], (values) => ({
        writes: new Map(),
        result: usedIn(Math.floor(now() / windowMs), values.get(key)),
      })),
  }
}

/** A value holds the number of the window and the use in it. */
function usedIn(window: number, value: string | undefined): bigint {
  const [lastWindow, used = '0'] = (value ?? '').split(' ')
  return lastWindow === String(window) ? BigInt(used) : 0n
}

const PREFIX = 'limits/counted/'
/** Longer than two servers' clocks differ. */
const COUNTED_HOURS = 2

/** The key under which a transaction's gas is counted. Keys sort by the hour until which they are needed. */
export const countedKey = ({ digest, until }: { readonly digest: string; readonly until: Instant }): string =>
  `${PREFIX}${hourOf(until)}/${digest}`

const RESERVED = 'limits/reserved/'

export const reservationOf = (
  { key: countedIn }: Allowance,
  amount: bigint,
  uniquePart: string,
  now: Instant,
): Reservation => ({ key: `${RESERVED}${hourOf(now)}/${uniquePart}`, countedIn, amount })

/** What is stored of a reservation whose change has added this much. */
export const textOf = ({ countedIn, amount }: Reservation, added: bigint): string =>
  `${countedIn} ${amount} ${added}`

/** Replaces the reserved amount by what was added, once. `countedIn` must be an allowance whose window never ends. */
export const settle = (
  keyValues: Pick<KeyValueStore, 'transact'>,
  { key, countedIn }: Pick<Reservation, 'key' | 'countedIn'>,
  added?: bigint,
): Promise<void> =>
  keyValues.transact([key, countedIn], (values) => {
    const [, amount, noted] = values.get(key)?.split(' ') ?? []
    if (amount === undefined || noted === undefined) return { writes: new Map(), result: undefined }
    const used = usedIn(0, values.get(countedIn)) + (added ?? BigInt(noted)) - BigInt(amount)
    const writes = new Map([
      [key, null],
      [countedIn, `0 ${used < 0n ? 0n : used}`],
    ])
    return { writes, result: undefined }
  })

/** Settles up to `limit` reservations of processes that ended, by what their changes have noted. Returns their number. */
export async function settleReserved(
  keyValues: Pick<KeyValueStore, 'list' | 'transact'>,
  now: Instant,
  limit: number,
): Promise<number> {
  const over = await olderThanCounted(keyValues, RESERVED, now, limit)
  for (const { key, value } of over) await settle(keyValues, { key, countedIn: value.split(' ')[0] ?? '' })
  return over.length
}

/** Up to `limit` of the oldest entries whose key, the prefix and an hour, is older than `COUNTED_HOURS`. */
async function olderThanCounted(
  keyValues: Pick<KeyValueStore, 'list'>,
  prefix: string,
  now: Instant,
  limit: number,
) {
  const before = `${prefix}${hourOf(now - COUNTED_HOURS * HOUR_MS)}`
  const oldest = await keyValues.list(prefix, { limit })
  return oldest.filter(({ key }) => key < before)
}

const hourOf = (at: Instant): string => String(Math.ceil(at / HOUR_MS)).padStart(8, '0')

/** Forgets up to `limit` transactions that no server sends any more. Returns their number. */
export async function forgetCounted(
  keyValues: Pick<KeyValueStore, 'list' | 'transact'>,
  now: Instant,
  limit: number,
): Promise<number> {
  const over = (await olderThanCounted(keyValues, PREFIX, now, limit)).map(({ key }) => key)
  if (over.length === 0) return 0
  await keyValues.transact(over, () => ({
    writes: new Map(over.map((key) => [key, null])),
    result: undefined,
  }))
  return over.length
}
