import { amountOf } from '../amount.ts'
import { type Drop, itemsThatFit, soldItemAmount } from '../drop.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import {
  assertSound,
  isOwnCoin,
  itemsLeft,
  owedMoney,
  type PaymentIntent,
  type Receipt,
  received,
} from './payment-intent.ts'

/**
 * The payment totals of a drop, in its currency's smallest unit. Received money is refunded, paid out, owed to buyers, or
 * belongs to the owner. What is paid out or belongs to the owner was earned by confirmed claims: refunded + paidOut + owed
 * <= received <= refunded + earned + owed.
 */
export interface PaymentTotals {
  /** Verified payments in the drop's currency. */
  readonly received: bigint
  /** Refunds that have not failed: what intents call `refunding`, not their `refunded`. */
  readonly refunded: bigint
  /** Payouts that have not failed. */
  readonly paidOut: bigint
  /** The price of confirmed claims. */
  readonly earned: bigint
  /** What buyers have paid and no confirmed claim has earned. It is reserved for these buyers. */
  readonly owed: bigint
}

export const NO_PAYMENTS: PaymentTotals = { received: 0n, refunded: 0n, paidOut: 0n, earned: 0n, owed: 0n }

/** Throws if money would be promised twice, or belong to the owner before it is earned. */
export function assertPaymentTotals(totals: PaymentTotals): PaymentTotals {
  const { received, refunded, paidOut, earned, owed } = totals
  invariant(
    owed >= 0n && refunded + paidOut + owed <= received,
    `${refunded} refunded, ${paidOut} paid out and ${owed} owed of ${received}`,
  )
  invariant(
    received <= refunded + earned + owed,
    `${refunded} refunded, ${earned} earned and ${owed} owed are not all of ${received}`,
  )
  return totals
}

/** What is left of the received money in the treasury. */
export const leftInTreasury = (totals: PaymentTotals): bigint => {
  const { received, refunded, paidOut } = assertPaymentTotals(totals)
  return received - refunded - paidOut
}

/** What the owner may withdraw: confirmed claims have earned it, and it is not owed to a buyer. */
export const withdrawable = (totals: PaymentTotals): bigint => leftInTreasury(totals) - totals.owed

/** An intent and its drop after a change that concerns both. */
export interface IntentAndDrop {
  readonly intent: PaymentIntent
  readonly drop: Drop
}

/** Sets the number of items that an intent holds. The drop's totals change accordingly. */
export function withHeldItems(intent: PaymentIntent, drop: Drop, items: number): IntentAndDrop {
  const more = items - intent.held
  if (more === 0) return { intent, drop }
  const { tally } = drop
  const heldItems = tally.heldItems + more
  const amount = BigInt(heldItems) * soldItemAmount(drop)
  // Earlier versions counted an item of a drop that had become free as one unit. Its full amount may not fit any more, so
  // items that are already held never count more than before.
  const counted = tally.heldAmount + BigInt(Math.max(more, 0)) * soldItemAmount(drop)
  const heldAmount = amountOf(counted < amount ? counted : amount)
  return { intent: { ...intent, held: items }, drop: { ...drop, tally: { ...tally, heldItems, heldAmount } } }
}

/**
 * Counts a receipt: its money is added to the drop's payment totals if it is in the drop's currency. Counting it again
 * changes nothing.
 */
export function countReceipt(
  intent: PaymentIntent,
  drop: Drop,
  receipt: Receipt,
): { receipt: Receipt; drop: Drop } {
  if (receipt.isCounted) return { receipt, drop }
  const counted = { ...receipt, isCounted: true }
  if (receipt.coinType !== intent.coinType) return { receipt: counted, drop }
  const { payments: totals } = drop
  const more = { received: totals.received + receipt.amount, owed: totals.owed + receipt.amount }
  return {
    receipt: counted,
    drop: { ...drop, payments: { ...totals, ...more }, paymentCoin: drop.paymentCoin ?? receipt.coinType },
  }
}

/**
 * Whether a payment is in the coin that its intent asked for, but the drop's totals are in another one, because the service
 * has changed the coin of the currency since. It must not earn anything. As long as it has not, it can be refunded.
 */
export const isInOtherCoin = (
  intent: PaymentIntent,
  { paymentCoin }: Drop,
  payment: Pick<Receipt, 'coinType'>,
): boolean => paymentCoin !== null && payment.coinType === intent.coinType && intent.coinType !== paymentCoin

/** Counts a payment that was added to the counted receipt of an intent: what was received, and what is owed. */
export function countAddedPayment(drop: Drop, before: PaymentIntent, after: PaymentIntent): Drop {
  if (!isOwnCoin(after)) return drop
  const { payments: totals } = drop
  const more = received(after) - received(before)
  return countOwed({ ...drop, payments: { ...totals, received: totals.received + more } }, before, after)
}

/** Counts what a drop owes its buyers after a change of an intent. */
export function countOwed(drop: Drop, before: PaymentIntent, after: PaymentIntent): Drop {
  const more = owedMoney(after) - owedMoney(before)
  if (more === 0n) return drop
  return { ...drop, payments: assertPaymentTotals({ ...drop.payments, owed: drop.payments.owed + more }) }
}

/** Moves items of a paid intent to a claim. The drop's tally changes with the claim itself. */
export const spendItems = (intent: PaymentIntent, items: number, now: Instant): PaymentIntent =>
  assertSound({ ...intent, held: intent.held - items, spent: intent.spent + items, updatedAt: now })

/** Counts the price of a confirmed claim as earned: it now belongs to the drop's owner, no longer to the buyer. */
export function countEarned(before: PaymentIntent, drop: Drop, cost: bigint, now: Instant): IntentAndDrop {
  const intent = assertSound({ ...before, earned: before.earned + cost, updatedAt: now })
  if (!isOwnCoin(intent)) return { intent, drop }
  const earning = { ...drop, payments: { ...drop.payments, earned: drop.payments.earned + cost } }
  return { intent, drop: countOwed(earning, before, intent) }
}

/**
 * Returns the items of a released claim to its intent, which holds as many as it is still entitled to. The drop's tally
 * already counts them as free. Some may not fit if the amount of an item was changed while no buyer had money on the drop.
 */
export function returnItems(intent: PaymentIntent, drop: Drop, items: number, now: Instant): IntentAndDrop {
  const returned = { ...intent, spent: intent.spent - items, updatedAt: now }
  const room = Math.min(items, itemsThatFit(drop))
  const held = withHeldItems(returned, drop, Math.min(itemsLeft(returned), returned.held + room))
  return { intent: assertSound(held.intent), drop: held.drop }
}
