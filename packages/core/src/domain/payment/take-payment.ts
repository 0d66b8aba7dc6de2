import { amountOf, MAX_AMOUNT } from '../amount.ts'
import { type Drop, itemsThatFit, totalLimit } from '../drop.ts'
import { isClosedToBuyers } from '../drop-status.ts'
import type { Transition } from '../event.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import type { Refusal } from '../refusal.ts'
import { countAddedPayment, countReceipt, type IntentAndDrop, withHeldItems } from './drop-totals.ts'
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

export type PaymentChange = Transition<IntentAndDrop>

/**
 * How many more items a wallet may hold. `heldItems` are those of its intents, paid or not: each may still become a claim.
 */
export const walletRoom = (
  drop: Drop,
  { claimCount, heldItems }: { readonly claimCount: number; readonly heldItems: number },
): number => totalLimit(drop) - claimCount - heldItems

/** When and for whom a payment is judged. */
export interface Judging {
  readonly now: Instant
  /** Of the buyer's wallet. Only needed if the intent is not open, so that it may hold no items. */
  readonly walletRoom: number
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
export function takePayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Payment,
  judging: Judging,
): PaymentChange {
  return judge(intent, drop, { ...found, isCounted: false }, judging)
}

/** Does the same for a payment that certainly belongs to this intent. It counts even if another wallet paid. */
export function assignPayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Payment,
  judging: Judging,
): PaymentChange {
  const counted = countReceipt(intent, drop, { ...found, isCounted: false })
  return judge(intent, counted.drop, counted.receipt, judging)
}

/** Whether a payment can be added to the counted money, so that one refund can return all of it. */
export function canAdd(intent: PaymentIntent, { from, coinType, amount }: Payment): boolean {
  const receipt = receiptOf(intent)
  if (!receipt?.isCounted || receipt.amount + amount > MAX_AMOUNT) return false
  return receipt.from === from && receipt.coinType === coinType
}

/**
 * Adds a final payment for which `canAdd` is true: the second part of a split payment, or a second payment by mistake. An
 * intent in review is judged again with all its money. A payment for a paid intent buys the refunded items again; the rest
 * is a surplus. If the intent has no other items and these do not fit, it goes to review.
 */
export function addPayment(
  intent: PaymentIntent,
  drop: Drop,
  found: Payment,
  judging: Judging,
): PaymentChange {
  const { state } = intent
  const { now } = judging
  invariant(canAdd(intent, found) && 'receipt' in state, `${found.txHash} cannot be counted for ${intent.id}`)
  const amount = amountOf(state.receipt.amount + found.amount)
  const receipt = { ...state.receipt, amount, at: Math.max(state.receipt.at, found.at) }
  const richer: PaymentIntent = { ...intent, state: { ...state, receipt }, updatedAt: now }
  const counted = countAddedPayment(drop, intent, richer)
  if (richer.state.kind !== 'PAID') return judge(richer, counted, receipt, judging)
  // The payment may replace money that was refunded, and then it buys those items again.
  const missing = itemsMissing(richer)
  const more = Math.min(missing, itemsForSale(counted, judging))
  // As after a late payment whose items do not fit. An intent with other items keeps those, and the rest is a surplus.
  if (more < missing && richer.held === 0 && richer.spent === 0)
    return review(
      { intent: richer, drop: counted },
      receipt,
      isLate(richer, receipt) ? 'PAID_LATE' : 'SOLD_OUT',
      now,
    )
  const isSurplus = amount - richer.refunding > richer.state.price || more < missing
  const paid: PaymentIntent = isSurplus
    ? { ...richer, state: { ...richer.state, reason: 'OVERPAID' } }
    : richer
  return confirmed(withHeldItems(paid, counted, paid.held + more), now)
}

/** Items that a paid intent has the money for but does not hold, because they did not fit when the money came. */
export const itemsMissing = (intent: PaymentIntent): number => Math.max(0, itemsLeft(intent) - intent.held)

/** Holds the missing items of a paid intent, as far as they fit now. */
export function holdMissingItems(intent: PaymentIntent, drop: Drop, judging: Judging): PaymentChange {
  const { state } = intent
  const missing = itemsMissing(intent)
  const more = Math.min(missing, itemsForSale(drop, judging))
  if (state.kind !== 'PAID' || more < 1) return { intent, drop, events: [] }
  const isSurplus = more < missing || state.receipt.amount - intent.refunding > state.price
  const reason = state.reason === 'OVERPAID' && !isSurplus ? null : state.reason
  const richer: PaymentIntent = { ...intent, state: { ...state, reason }, updatedAt: judging.now }
  return confirmed(withHeldItems(richer, drop, intent.held + more), judging.now)
}

function judge(intent: PaymentIntent, drop: Drop, receipt: Receipt, judging: Judging): PaymentChange {
  const { now } = judging
  const reason = reviewReasonOf(intent, receipt)
  if (reason) return review({ intent, drop }, receipt, reason, now)
  const late = isLate(intent, receipt)
  const stillHolds = intent.held > 0
  if (!stillHolds && itemsForSale(drop, judging) < intent.quantity) {
    return review({ intent, drop }, receipt, late ? 'PAID_LATE' : 'SOLD_OUT', now)
  }
  const isOverpaid = receipt.amount - intent.refunding > amountDue(intent)
  return accept({ intent, drop }, receipt, late ? 'PAID_LATE' : isOverpaid ? 'OVERPAID' : null, now)
}

const isLate = (intent: PaymentIntent, receipt: Receipt): boolean =>
  receipt.at > intent.expiresAt || (intent.state.kind === 'CANCELLED' && receipt.at > intent.state.at)

function reviewReasonOf(intent: PaymentIntent, receipt: Receipt): StatusReason | undefined {
  if (receipt.from !== intent.wallet) return 'WRONG_SENDER'
  if (receipt.coinType !== intent.coinType) return 'WRONG_COIN'
  return receipt.amount - intent.refunding < amountDue(intent) ? 'UNDERPAID' : undefined
}

/** How many items the wallet can still buy and claim: none on a drop that is over or has become free. */
function itemsForSale(drop: Drop, { now, walletRoom }: Judging): number {
  return isClosedToBuyers(drop, now) ? 0 : Math.min(itemsThatFit(drop), walletRoom)
}

/**
 * Accepts the receipt as full payment, at the request of the drop's owner. The items must fit, and a part of the money must
 * not be refunded.
 */
export function approve(intent: PaymentIntent, drop: Drop, receipt: Receipt, now: Instant): PaymentChange {
  return accept({ intent, drop }, receipt, null, now)
}

function accept(
  { intent, drop }: IntentAndDrop,
  receipt: Receipt,
  reason: StatusReason | null,
  now: Instant,
): PaymentChange {
  const counted = countReceipt(intent, drop, receipt)
  const due = amountDue(intent)
  // All items are bought with the money that was not refunded.
  const kept = receipt.amount - intent.refunding
  invariant(kept > 0n, `${intent.id}: a part of the accepted money is not refunded`)
  const isPaidInFull = receipt.coinType === intent.coinType && kept >= due
  const price = isPaidInFull ? amountOf(due) : amountOf(kept)
  const paid: PaymentIntent = {
    ...intent,
    state: { kind: 'PAID', receipt: counted.receipt, price, reason },
    updatedAt: now,
  }
  return confirmed(withHeldItems(paid, counted.drop, itemsLeft(paid)), now)
}

const confirmed = ({ intent, drop }: IntentAndDrop, now: Instant): PaymentChange => ({
  intent: assertSound(intent),
  drop,
  events: [intentEvent('payment.confirmed', intent, now, null)],
})

function review(
  { intent, drop }: IntentAndDrop,
  receipt: Receipt,
  reason: StatusReason,
  now: Instant,
): PaymentChange {
  const counted = reason === 'WRONG_SENDER' ? { receipt, drop } : countReceipt(intent, drop, receipt)
  const inReview: PaymentIntent = {
    ...intent,
    state: { kind: 'IN_REVIEW', receipt: counted.receipt, reason },
    updatedAt: now,
  }
  const released = withHeldItems(inReview, counted.drop, 0)
  return {
    intent: assertSound(released.intent),
    drop: released.drop,
    events: [intentEvent('payment.requires_review', released.intent, now, null)],
  }
}
