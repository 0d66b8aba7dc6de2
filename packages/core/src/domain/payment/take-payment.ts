import { type Drop, freeAmount, freeItems, itemAmount } from '../drop.ts'
import { statusAt } from '../drop-status.ts'
import type { NewEvent } from '../event.ts'
import type { Instant } from '../instant.ts'
import { takeIn, withHeld } from './hold.ts'
import { intentEvent } from './payment-event.ts'
import {
  amountDue,
  assertSound,
  itemsLeft,
  type PaymentIntent,
  type Receipt,
  type StatusReason,
} from './payment-intent.ts'

export interface PaymentChange {
  readonly intent: PaymentIntent
  readonly drop: Drop
  readonly events: readonly NewEvent[]
}

/** How many more items the drop could set aside now. */
export function itemsThatFit(drop: Drop): number {
  const byPool = freeAmount(drop.pool, drop.tally) / itemAmount(drop)
  const bySupply = freeItems(drop.supply, drop.tally)
  return byPool < BigInt(Number.MAX_SAFE_INTEGER) ? Math.min(Number(byPool), bySupply) : bySupply
}

/**
 * A payment for this intent is final on the chain. What follows from who paid what, and when; the one place where an
 * intent becomes paid without its drop's owner having to look at it.
 */
export function takePayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Omit<Receipt, 'isCounted'>,
  now: Instant,
): PaymentChange {
  const receipt: Receipt = { ...found, isCounted: false }
  const fault = faultOf(intent, receipt)
  if (fault) return review(intent, drop, receipt, fault, now)
  const isLate =
    receipt.at > intent.expiresAt || (intent.state.kind === 'CANCELLED' && receipt.at > intent.state.at)
  const stillHolds = intent.held > 0
  if (!stillHolds && (!isAlive(drop, now) || itemsThatFit(drop) < intent.quantity)) {
    return review(intent, drop, receipt, isLate ? 'PAID_LATE' : 'SOLD_OUT', now)
  }
  const isOverpaid = receipt.amount > amountDue(intent)
  return settle(intent, drop, receipt, isLate ? 'PAID_LATE' : isOverpaid ? 'OVERPAID' : null, now)
}

function faultOf(intent: PaymentIntent, receipt: Receipt): StatusReason | undefined {
  if (receipt.from !== intent.wallet) return 'WRONG_SENDER'
  if (receipt.coinType !== intent.coinType) return 'WRONG_COIN'
  return receipt.amount < amountDue(intent) ? 'UNDERPAID' : undefined
}

const isAlive = (drop: Drop, now: Instant): boolean => {
  const status = statusAt(drop, now)
  return drop.deletedAt === null && status !== 'ENDED' && status !== 'CANCELLED'
}

/** The owner has looked at it and lets it count as paid in full. Its items must fit. */
export function approve(intent: PaymentIntent, drop: Drop, receipt: Receipt, now: Instant): PaymentChange {
  return settle(intent, drop, receipt, null, now)
}

function settle(
  intent: PaymentIntent,
  drop: Drop,
  receipt: Receipt,
  reason: StatusReason | null,
  now: Instant,
): PaymentChange {
  const counted = takeIn(intent, drop, receipt)
  const paid: PaymentIntent = {
    ...intent,
    state: { kind: 'PAID', receipt: counted.receipt, reason },
    updatedAt: now,
  }
  const held = withHeld(paid, counted.drop, itemsLeft(paid))
  return {
    intent: assertSound(held.intent),
    drop: held.drop,
    events: [intentEvent('payment.confirmed', held.intent, now, null)],
  }
}

function review(
  intent: PaymentIntent,
  drop: Drop,
  receipt: Receipt,
  reason: StatusReason,
  now: Instant,
): PaymentChange {
  const counted = reason === 'WRONG_SENDER' ? { receipt, drop } : takeIn(intent, drop, receipt)
  const inReview: PaymentIntent = {
    ...intent,
    state: { kind: 'IN_REVIEW', receipt: counted.receipt, reason },
    updatedAt: now,
  }
  const released = withHeld(inReview, counted.drop, 0)
  return {
    intent: assertSound(released.intent),
    drop: released.drop,
    events: [intentEvent('payment.requires_review', released.intent, now, null)],
  }
}
