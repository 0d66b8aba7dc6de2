import type { Address } from '../address.ts'
import { MAX_AMOUNT } from '../amount.ts'
import { type Drop, itemAmount, itemsThatFit, walletLimit } from '../drop.ts'
import { refusalOfPieces } from '../drop-terms.ts'
import type { PaymentIntentId } from '../ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { badInput, messageOf, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import type { Caller } from '../user.ts'
import { withHeldItems } from './drop-totals.ts'
import { intentEvent } from './payment-event.ts'
import { amountDue, assertSound, type PaymentIntent } from './payment-intent.ts'
import { type PaymentChange, tooMany, walletRoom } from './take-payment.ts'

const MAX_OPEN_INTENTS = 10

export interface Purchase {
  readonly id: PaymentIntentId
  readonly externalId: string
  readonly caller: Caller
  readonly wallet: Address
  readonly paymentMethod: string
  readonly quantity: number
  /** The coin of the drop's currency. A drop that was paid in another coin keeps that one. */
  readonly coinType: string
  readonly recipient: Address
  readonly lifetimeMs: number
  /** The caller's PENDING and PROCESSING intents on this drop. */
  readonly openIntents: number
  /** The wallet's reserved claims on this drop, if the drop limits them. */
  readonly claimCount: number
  /** The items that the wallet's intents hold on this drop, paid or not. Each may still become a claim. */
  readonly heldItems: number
  /** The wallet's unpaid items on this drop, over all payers. */
  readonly unpaidOfWallet: UnpaidHolds
  /** The caller's unpaid items on this drop, over all wallets. */
  readonly unpaidOfPayer: UnpaidHolds
  readonly unpaidLimit: UnpaidLimit
}

/** Holds items for a buyer for a limited time. The claim checks up to payment have already passed. */
export function createIntent(drop: Drop, purchase: Purchase, now: Instant): Result<PaymentChange, Refusal> {
  const { price } = drop
  if (price === null) return err(badInput('dropId', 'FREE_DROP', 'This drop is free'))
  // Drops that are older than this limit may have larger claims, which no transaction can deliver.
  const undeliverable = drop.award.kind === 'fixed' ? refusalOfPieces(drop) : undefined
  if (undeliverable)
    return err({ kind: 'conflict', reason: 'UNDELIVERABLE', message: messageOf(undeliverable) })
  const { quantity } = purchase
  if (!Number.isInteger(quantity) || quantity < 1) {
    return err(
      badInput('quantity', 'TOO_SMALL', 'quantity must be a whole number of at least 1', { least: 1 }),
    )
  }
  if (price.atomic * BigInt(quantity) > MAX_AMOUNT) {
    return err(
      badInput('quantity', 'TOO_LARGE', `${quantity} items cost more than ${price.currency} can hold`),
    )
  }
  if (purchase.openIntents >= MAX_OPEN_INTENTS) {
    const message = `At most ${MAX_OPEN_INTENTS} payment intents may be open on a drop; pay or cancel one first`
    return err({
      kind: 'conflict',
      reason: 'TOO_MANY_PAYMENTS',
      message,
      details: { limit: MAX_OPEN_INTENTS, open: purchase.openIntents },
    })
  }
  if (quantity > walletRoom(drop, purchase)) {
    const { claimCount, heldItems } = purchase
    return err({ kind: 'claim_limit_reached', limit: walletLimit(drop), claimCount, heldItems })
  }
  const fitting = itemsThatFit(drop)
  if (quantity > fitting) return err(tooMany(quantity, fitting))
  const unpaid = refuseHold(drop, purchase, now)
  if (unpaid) return err(unpaid)

  const intent: PaymentIntent = {
    id: purchase.id,
    externalId: purchase.externalId,
    dropId: drop.id,
    creatorId: drop.creatorId,
    payerId: purchase.caller.user.id,
    wallet: purchase.wallet,
    paymentMethod: purchase.paymentMethod,
    quantity,
    unitPrice: price.atomic,
    currency: price.currency,
    coinType: drop.paymentCoin ?? purchase.coinType,
    recipient: purchase.recipient,
    state: { kind: 'PENDING' },
    held: 0,
    spent: 0,
    earned: 0n,
    paidOut: 0n,
    refunding: 0n,
    refunded: 0n,
    expiresAt: now + purchase.lifetimeMs,
    createdAt: now,
    updatedAt: now,
  }
  const held = withHeldItems(intent, drop, quantity)
  invariant(amountDue(held.intent) > 0n, 'a priced drop costs something')
  const created = intentEvent('payment.created', held.intent, now, purchase.caller.user.id)
  return ok({ intent: assertSound(held.intent), drop: held.drop, events: [created] })
}

/**
 * Prevents a wallet or a user from holding a large part of a drop without paying. The owner's intents are not limited. If a
 * user has proved a wallet, intents that other users made for it do not count against that user.
 */
function refuseHold(drop: Drop, purchase: Purchase, now: Instant): Refusal | undefined {
  const { caller, wallet, quantity, unpaidOfWallet, unpaidOfPayer, unpaidLimit } = purchase
  if (caller.user.id === drop.creatorId) return undefined
  const refusalOf = (holder: 'wallet' | 'user', holds: UnpaidHolds) => {
    const most = mostUnpaidItems(drop, unpaidLimit, holds.lapses)
    return refuseUnpaid(holder, holds, quantity, most) ?? refuseTooSoon(holds, most, now)
  }
  const ofUser = refusalOf('user', unpaidOfPayer)
  if (ofUser || caller.user.walletAddress === wallet) return ofUser
  return refusalOf('wallet', unpaidOfWallet)
}

/** How long after its expiry an unpaid intent counts as a lapse. */
export const LAPSE_MEMORY_MS = DAY_MS

/** Stores count lapses up to this number, because more change nothing. */
export const MOST_LAPSES = 60

/** The open and lapsed intents of a wallet or a user on one drop. */
export interface UnpaidHolds {
  /** Items held by its PENDING and PROCESSING intents. */
  readonly items: number
  /** Its EXPIRED and CANCELLED intents whose payment time ended in the last 24 hours, up to `MOST_LAPSES`. */
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
function mostUnpaidItems(drop: Drop, limit: UnpaidLimit, lapses: number): number {
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
function refuseTooSoon(
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
function refuseUnpaid(
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
