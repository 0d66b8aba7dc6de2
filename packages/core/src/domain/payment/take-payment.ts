import { amountOf, MAX_AMOUNT } from '../amount.ts'
import { type Drop, freeAmount, freeItems, itemAmount } from '../drop.ts'
import { statusAt } from '../drop-status.ts'
import type { NewEvent } from '../event.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import type { Refusal } from '../refusal.ts'
import { type Held, takeIn, takeMore, withHeld } from './hold.ts'
import { intentEvent } from './payment-event.ts'
import {
  amountDue,
  assertSound,
  itemsLeft,
  type PaymentIntent,
  type Receipt,
  receiptOf,
  type StatusReason,
} from './payment-intent.ts'

/** A payment as the chain shows it. */
export type Payment = Omit<Receipt, 'isCounted'>

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

/** So many items are wanted, and fewer fit. */
export const tooMany = (wantedItems: number, fitting: number): Refusal => ({
  kind: 'drop_sold_out',
  free: BigInt(fitting),
  wantedItems,
})

/**
 * A payment for this intent is final on the chain. What follows from who paid what, and when; the one place where an
 * intent becomes paid without its drop's owner having to look at it.
 */
export function takePayment(intent: PaymentIntent, drop: Drop, found: Payment, now: Instant): PaymentChange {
  return judge(intent, drop, { ...found, isCounted: false }, now)
}

/** The same if it is certain that the payment is for this intent: it counts even if another wallet paid. */
export function assignPayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Payment,
  now: Instant,
): PaymentChange {
  const counted = takeIn(intent, drop, { ...found, isCounted: false })
  return judge(intent, counted.drop, counted.receipt, now)
}

/** Whether a payment can be counted with what has been counted for the intent: then one refund can give all of it back. */
export function canAdd(intent: PaymentIntent, { from, coinType, amount }: Payment): boolean {
  const receipt = receiptOf(intent)
  if (!receipt?.isCounted || receipt.amount + amount > MAX_AMOUNT) return false
  return receipt.from === from && receipt.coinType === coinType
}

/**
 * A further payment that `canAdd` is final on the chain: the other part of a split one, or a second one by mistake. An
 * intent in review is looked at anew with all that is there of its money; one that is paid has a surplus then.
 */
export function addPayment(intent: PaymentIntent, drop: Drop, found: Payment, now: Instant): PaymentChange {
  const { state } = intent
  invariant(canAdd(intent, found) && 'receipt' in state, `${found.txHash} cannot be counted for ${intent.id}`)
  const amount = amountOf(state.receipt.amount + found.amount)
  const receipt = { ...state.receipt, amount, at: Math.max(state.receipt.at, found.at) }
  const richer: PaymentIntent = { ...intent, state: { ...state, receipt }, updatedAt: now }
  const counted = takeMore(drop, intent, richer)
  if (richer.state.kind !== 'PAID') return judge(richer, counted, receipt, now)
  const isSurplus = amount - richer.refunding > richer.state.price
  const paid: PaymentIntent = isSurplus
    ? { ...richer, state: { ...richer.state, reason: 'OVERPAID' } }
    : richer
  // Money that had gone back may have come again, and its items with it.
  const more = isAlive(counted, now) ? Math.min(itemsLeft(paid) - paid.held, itemsThatFit(counted)) : 0
  return confirmed(withHeld(paid, counted, paid.held + Math.max(0, more)), now)
}

function judge(intent: PaymentIntent, drop: Drop, receipt: Receipt, now: Instant): PaymentChange {
  const fault = faultOf(intent, receipt)
  if (fault) return review(intent, drop, receipt, fault, now)
  const isLate =
    receipt.at > intent.expiresAt || (intent.state.kind === 'CANCELLED' && receipt.at > intent.state.at)
  const stillHolds = intent.held > 0
  if (!stillHolds && (!isAlive(drop, now) || itemsThatFit(drop) < intent.quantity)) {
    return review(intent, drop, receipt, isLate ? 'PAID_LATE' : 'SOLD_OUT', now)
  }
  const isOverpaid = receipt.amount - intent.refunding > amountDue(intent)
  return settle(intent, drop, receipt, isLate ? 'PAID_LATE' : isOverpaid ? 'OVERPAID' : null, now)
}

function faultOf(intent: PaymentIntent, receipt: Receipt): StatusReason | undefined {
  if (receipt.from !== intent.wallet) return 'WRONG_SENDER'
  if (receipt.coinType !== intent.coinType) return 'WRONG_COIN'
  return receipt.amount - intent.refunding < amountDue(intent) ? 'UNDERPAID' : undefined
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
  const due = amountDue(intent)
  const isPaidInFull = receipt.coinType === intent.coinType && receipt.amount >= due
  const price = isPaidInFull ? amountOf(due) : receipt.amount
  const paid: PaymentIntent = {
    ...intent,
    state: { kind: 'PAID', receipt: counted.receipt, price, reason },
    updatedAt: now,
  }
  return confirmed(withHeld(paid, counted.drop, itemsLeft(paid)), now)
}

const confirmed = ({ intent, drop }: Held, now: Instant): PaymentChange => ({
  intent: assertSound(intent),
  drop,
  events: [intentEvent('payment.confirmed', intent, now, null)],
})

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
