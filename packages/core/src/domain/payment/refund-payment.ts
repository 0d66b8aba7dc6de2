import { amountOf } from '../amount.ts'
import { type Drop, itemsThatFit } from '../drop.ts'
import type { Transition } from '../event.ts'
import type { RefundId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { countOwed, countReceipt, withdrawable, withHeldItems } from './drop-totals.ts'
import { intentEvent, refundEvent } from './payment-event.ts'
import {
  assertSound,
  itemsLeft,
  owedMoney,
  type PaymentIntent,
  receiptOf,
  unearnedMoney,
} from './payment-intent.ts'
import type { Judging } from './take-payment.ts'
import { type EndedState, ended, firstAttemptAt, type Refund } from './transfer.ts'

interface Refunded {
  readonly refund: Refund
  readonly intent: PaymentIntent
  readonly drop: Drop
}

export type RefundChange = Transition<Refunded>

/** The amount that can still be refunded: received, not refunded, not paid out, and not owed to another buyer. */
function refundable(intent: PaymentIntent, drop: Drop): bigint {
  const receipt = receiptOf(intent)
  if (!receipt) return 0n
  const ofIntent = receipt.amount - intent.refunding - intent.paidOut
  if (receipt.coinType !== intent.coinType) return ofIntent
  // Other buyers' money stays reserved until their claims are confirmed. Beyond what this intent is owed, a refund takes
  // money from the owner's share.
  return least(ofIntent, owedMoney(intent) + withdrawable(drop.payments))
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export interface RefundOrder {
  readonly id: RefundId
  /** Null for the largest possible amount. */
  readonly amount: bigint | null
  readonly reason: string | null
}

/** Creates a refund, in the received coin and to the paying wallet. Items that are no longer paid for become free. */
export function createRefund(
  intent: PaymentIntent,
  drop: Drop,
  order: RefundOrder,
  now: Instant,
): Result<RefundChange, Refusal> {
  const counted = withCountedReceipt(intent, drop)
  const most = refundable(counted.intent, counted.drop)
  const amount = order.amount ?? most
  const receipt = receiptOf(intent)
  if (!receipt || amount < 1n || amount > most) return tooMuch(most)
  const refund: Refund = {
    ...firstAttemptAt(now),
    id: order.id,
    intentId: intent.id,
    dropId: intent.dropId,
    amount: amountOf(amount),
    coinType: receipt.coinType,
    to: receipt.from,
    reason: order.reason,
    state: { kind: 'PENDING' },
    createdAt: now,
  }
  return ok(withOpenRefund(refund, counted.intent, counted.drop, now))
}

/**
 * Restarts a FAILED refund, unless its money was refunded or paid out in the meantime. After another refund of the payment, the
 * restart takes nothing from the owner's share: the other one may have returned the same money.
 */
export function restartRefund(
  failed: Refund,
  intent: PaymentIntent,
  drop: Drop,
  now: Instant,
): Result<RefundChange, Refusal> {
  if (failed.state.kind !== 'FAILED')
    return err({ kind: 'invalid_transition', from: failed.state.kind, to: 'PENDING' })
  const left = refundable(intent, drop)
  const most = intent.refunding > 0n ? least(left, unearnedMoney(intent)) : left
  if (failed.amount > most) return tooMuch(most)
  return ok(
    withOpenRefund({ ...failed, ...firstAttemptAt(now), state: { kind: 'PENDING' } }, intent, drop, now),
  )
}

const tooMuch = (most: bigint) =>
  err({ kind: 'refund_exceeds_payment', refundable: amountOf(most < 0n ? 0n : most) } as const)

/** The refund is PENDING: its money leaves the intent and the drop's totals at once. */
function withOpenRefund(refund: Refund, intent: PaymentIntent, drop: Drop, now: Instant): RefundChange {
  const changed = { ...intent, refunding: intent.refunding + refund.amount, updatedAt: now }
  const left = Math.min(changed.held, itemsLeft(changed))
  const counted = countOwed(countRefund(drop, intent, refund.coinType, refund.amount), intent, changed)
  const held = withHeldItems(changed, counted, left)
  return {
    refund,
    intent: assertSound(held.intent),
    drop: held.drop,
    events: [refundEvent('refund.created', refund, held.intent, now)],
  }
}

/** Refunding a payment decides that it belonged to this intent. */
function withCountedReceipt(intent: PaymentIntent, drop: Drop): { intent: PaymentIntent; drop: Drop } {
  if (intent.state.kind !== 'IN_REVIEW') return { intent, drop }
  const counted = countReceipt(intent, drop, intent.state.receipt)
  return { intent: { ...intent, state: { ...intent.state, receipt: counted.receipt } }, drop: counted.drop }
}

const countRefund = (drop: Drop, intent: PaymentIntent, coinType: string, amount: bigint): Drop =>
  coinType === intent.coinType
    ? { ...drop, payments: { ...drop.payments, refunded: drop.payments.refunded + amount } }
    : drop

/**
 * Ends a refund with the chain's result. After a failed refund, its items are held again as far as they fit into the drop
 * and into the limit of the wallet, which may have bought others in the meantime; none on a drop that has become free, which
 * could get no price again while they are held. `confirmPaymentIntent` holds the others once they fit.
 */
export function endRefund(
  { refund, intent, drop }: Refunded,
  state: EndedState,
  { now, walletRoom }: Judging,
): RefundChange {
  const endedRefund = ended(refund, state)
  if (state.kind === 'SUCCEEDED') {
    const paidBack = assertSound({ ...intent, refunded: intent.refunded + refund.amount, updatedAt: now })
    const events = [
      refundEvent('refund.succeeded', endedRefund, paidBack, now),
      intentEvent('payment.refunded', paidBack, now, null),
    ]
    return { refund: endedRefund, intent: paidBack, drop, events }
  }
  const undone = { ...intent, refunding: intent.refunding - refund.amount, updatedAt: now }
  const counted = countOwed(countRefund(drop, intent, refund.coinType, -refund.amount), intent, undone)
  const wanted = itemsLeft(undone)
  const room = drop.price === null ? 0 : Math.max(0, Math.min(itemsThatFit(counted), walletRoom))
  const held = withHeldItems(undone, counted, Math.min(wanted, undone.held + room))
  return {
    refund: endedRefund,
    intent: assertSound(held.intent),
    drop: held.drop,
    events: [refundEvent('refund.failed', endedRefund, held.intent, now)],
  }
}
