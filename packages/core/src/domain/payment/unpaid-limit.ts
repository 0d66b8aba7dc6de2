import { type Drop, itemAmount } from '../drop.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../instant.ts'
import type { Refusal } from '../refusal.ts'
import type { PaymentIntent } from './payment-intent.ts'

/** How long after its expiry an unpaid intent counts as a lapse. */
export const LAPSE_MEMORY_MS = DAY_MS

/** Stores count lapses up to this number, because more change nothing. */
export const MOST_LAPSES = 60

/** The open and lapsed intents of a wallet or a user on one drop. */
export interface UnpaidHolds {
  /** Items held by its PENDING and PROCESSING intents. */
  readonly items: number
  /** Its EXPIRED and CANCELLED intents of the last `LAPSE_MEMORY_MS`, up to `MOST_LAPSES`. */
  readonly lapses: number
  /** When the payment time of the last of them ended or would have ended; null if `lapses` is 0. */
  readonly lastLapseAt: Instant | null
}

/** How much one wallet and one user may hold unpaid on a drop; 0 for no limit. */
export interface UnpaidLimit {
  readonly items: number
  readonly percentOfDrop: number
}

/** Whether an intent was not paid and expired after `since`. */
export const hasLapsed = ({ state, expiresAt }: PaymentIntent, since: Instant): boolean =>
  (state.kind === 'EXPIRED' || state.kind === 'CANCELLED') && expiresAt > since

/** No open and no lapsed intents. */
export const NO_HOLDS: UnpaidHolds = { items: 0, lapses: 0, lastLapseAt: null }

/**
 * How many items of a drop one wallet or user may hold unpaid. Each lapse after the first halves it. It is never below
 * 1: from there on, `refuseTooSoon` makes the buyer wait instead.
 */
export function mostUnpaidItems(drop: Drop, limit: UnpaidLimit, lapses: number): number {
  const { supply, award, claimType } = drop
  const byPool = drop.pool / itemAmount(drop)
  const total = supply === null || BigInt(supply) > byPool ? byPool : BigInt(supply)
  const most: number[] = []
  // Without a supply, an item of an open award is one base unit, so a fixed number of items means nothing.
  if (limit.items > 0 && (award.kind !== 'open' || supply !== null)) most.push(limit.items)
  if (limit.percentOfDrop > 0) most.push(Number((total * BigInt(limit.percentOfDrop)) / 100n))
  if (most.length === 0) return Number.POSITIVE_INFINITY
  // Otherwise a large limit would have to be halved many times before a buyer of the only item has to wait.
  most.push(Number(total))
  // On a STREAK, a wallet claims once a day and may buy items for many days.
  if (drop.maxPerWallet !== null && claimType !== 'STREAK') most.push(drop.maxPerWallet)
  return Math.max(1, Math.floor(Math.min(...most) / 2 ** Math.max(0, lapses - 1)))
}

/** This many lapses cause no wait. */
const FREE_LAPSES = 2
const FIRST_WAIT_MS = 15 * MINUTE_MS

/**
 * Ends holding the same item again and again: a wallet or user that may hold one item only, and let more than two intents
 * lapse on the drop in a day, waits before the next one. The wait doubles with each lapse. Undefined if it need not wait.
 */
export function refuseTooSoon(
  { lapses, lastLapseAt }: UnpaidHolds,
  most: number,
  now: Instant,
): Refusal | undefined {
  if (most > 1 || lapses <= FREE_LAPSES || lastLapseAt === null) return undefined
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (lapses - FREE_LAPSES - 1), LAPSE_MEMORY_MS)
  const resetsAt = lastLapseAt + waitMs
  if (resetsAt <= now) return undefined
  return {
    kind: 'rate_limited',
    limit: 'unpaidLapses',
    value: BigInt(FREE_LAPSES),
    used: BigInt(lapses),
    asked: 1n,
    unit: 'payment intents of this drop that were not paid',
    window: 'day',
    resetsAt,
    retryAfterMs: resetsAt - now,
  }
}

/** Why a wallet or user may not hold this many more items unpaid; undefined if it may. */
export function refuseUnpaid(
  holder: 'wallet' | 'user',
  holds: UnpaidHolds,
  quantity: number,
  most: number,
): Refusal | undefined {
  if (holds.items + quantity <= most) return undefined
  const name = holder === 'wallet' ? 'This wallet' : 'You'
  const lapsed = holds.lapses > 1 ? ` after ${holds.lapses} payment intents that were not paid` : ''
  return {
    kind: 'conflict',
    reason: 'TOO_MANY_PAYMENTS',
    field: 'quantity',
    message: `${name} may hold at most ${most} unpaid items of this drop${lapsed}; ${holds.items} are held and ${quantity} more were asked for. Pay or cancel an open payment intent, or ask for fewer items`,
    details: {
      limit: holder === 'wallet' ? 'unpaidItemsPerWallet' : 'unpaidItemsPerUser',
      value: most,
      held: holds.items,
      asked: quantity,
      lapses: holds.lapses,
    },
  }
}
