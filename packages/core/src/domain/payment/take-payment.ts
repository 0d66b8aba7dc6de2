import { amountOf, MAX_AMOUNT } from '../amount.ts'
import { type Drop, freeAmount, freeItems, itemAmount } from '../drop.ts'
import { statusAt } from '../drop-status.ts'
import type { Transition } from '../event.ts'
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

export type PaymentChange = Transition<Held>

/** How many more items the drop can hold now. */
export function itemsThatFit(drop: Drop): number {
  const byPool = freeAmount(drop.pool, drop.tally) / itemAmount(drop)
  const bySupply = freeItems(drop.supply, drop.tally)
  return byPool < BigInt(Number.MAX_SAFE_INTEGER) ? Math.min(Number(byPool), bySupply) : bySupply
}

/** Refuses because fewer items fit than are needed. */
export const tooMany = (wantedItems: number, fitting: number): Refusal => ({
  kind: 'drop_sold_out',
  free: BigInt(fitting),
  wantedItems,
})

/**
 * Decides what a final payment for this intent does, depending on sender, coin, amount and time. Only this function makes
 * an intent PAID without a decision of the drop's owner.
 */
export function takePayment(intent: PaymentIntent, drop: Drop, found: Payment, now: Instant): PaymentChange {
  return judge(intent, drop, { ...found, isCounted: false }, now)
}

/** Does the same for a payment that certainly belongs to this intent. It counts even if another wallet paid. */
export function assignPayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Payment,
  now: Instant,
): PaymentChange {
  const counted = takeIn(intent, drop, { ...found, isCounted: false })
  return judge(intent, counted.drop, counted.receipt, now)
}

/** Whether a payment can be added to the counted money, so that one refund can return all of it. */
export function canAdd(intent: PaymentIntent, { from, coinType, amount }: Payment): boolean {
  const receipt = receiptOf(intent)
  if (!receipt?.isCounted || receipt.amount + amount > MAX_AMOUNT) return false
  return receipt.from === from && receipt.coinType === coinType
}

/**
 * Adds a final payment for which `canAdd` is true: the second part of a split payment, or a second payment by mistake. An
 * intent in review is judged again with all its money. A paid intent then has a surplus.
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
  // The payment may replace money that was refunded, and then it buys those items again.
  const more = isAlive(counted, now) ? Math.min(itemsLeft(paid) - paid.held, itemsThatFit(counted)) : 0
  return confirmed(withHeld(paid, counted, paid.held + Math.max(0, more)), now)
}

function judge(intent: PaymentIntent, drop: Drop, receipt: Receipt, now: Instant): PaymentChange {
  const fault = faultOf(intent, receipt)
  if (fault) return review({ intent, drop }, receipt, fault, now)
  const isLate =
    receipt.at > intent.expiresAt || (intent.state.kind === 'CANCELLED' && receipt.at > intent.state.at)
  const stillHolds = intent.held > 0
  if (!stillHolds && (!isAlive(drop, now) || itemsThatFit(drop) < intent.quantity)) {
    return review({ intent, drop }, receipt, isLate ? 'PAID_LATE' : 'SOLD_OUT', now)
  }
  const isOverpaid = receipt.amount - intent.refunding > amountDue(intent)
  return accept({ intent, drop }, receipt, isLate ? 'PAID_LATE' : isOverpaid ? 'OVERPAID' : null, now)
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

/** Accepts the receipt as full payment, at the request of the drop's owner. The items must fit. */
export function approve(intent: PaymentIntent, drop: Drop, receipt: Receipt, now: Instant): PaymentChange {
  return accept({ intent, drop }, receipt, null, now)
}

function accept(
  { intent, drop }: Held,
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

function review({ intent, drop }: Held, receipt: Receipt, reason: StatusReason, now: Instant): PaymentChange {
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
