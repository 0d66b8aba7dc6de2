import { amountOf } from '../amount.ts'
import { type Drop, itemAmount } from '../drop.ts'
import type { Instant } from '../instant.ts'
import {
  assertSound,
  isOwnCoin,
  itemsLeft,
  owedMoney,
  type PaymentIntent,
  type Receipt,
  received,
} from './payment-intent.ts'
import { assertPaymentTotals } from './payment-totals.ts'

export interface Held {
  readonly intent: PaymentIntent
  readonly drop: Drop
}

/** Sets aside this many items for an intent, or gives back what it held beyond that. The drop counts along. */
export function withHeld(intent: PaymentIntent, drop: Drop, items: number): Held {
  const more = items - intent.held
  if (more === 0) return { intent, drop }
  const { tally } = drop
  const heldItems = tally.heldItems + more
  const heldAmount = amountOf(tally.heldAmount + BigInt(more) * itemAmount(drop))
  return { intent: { ...intent, held: items }, drop: { ...drop, tally: { ...tally, heldItems, heldAmount } } }
}

/**
 * Makes a receipt count: its money is among the payment totals of the drop, if it came in the drop's own currency. Doing it again
 * changes nothing.
 */
export function takeIn(
  intent: PaymentIntent,
  drop: Drop,
  receipt: Receipt,
): { receipt: Receipt; drop: Drop } {
  if (receipt.isCounted) return { receipt, drop }
  const counted = { ...receipt, isCounted: true }
  if (receipt.coinType !== intent.coinType) return { receipt: counted, drop }
  const { payments: totals } = drop
  const more = { received: totals.received + receipt.amount, owed: totals.owed + receipt.amount }
  return { receipt: counted, drop: { ...drop, payments: { ...totals, ...more } } }
}

/** Counts along in the drop what a further payment adds to an intent whose receipt counts already. */
export function takeMore(drop: Drop, before: PaymentIntent, after: PaymentIntent): Drop {
  if (!isOwnCoin(after)) return drop
  const { payments: totals } = drop
  const more = received(after) - received(before)
  return owe({ ...drop, payments: { ...totals, received: totals.received + more } }, before, after)
}

/** Counts along in the drop what it owes its buyers, when an intent changes. */
export function owe(drop: Drop, before: PaymentIntent, after: PaymentIntent): Drop {
  const more = owedMoney(after) - owedMoney(before)
  if (more === 0n) return drop
  return { ...drop, payments: assertPaymentTotals({ ...drop.payments, owed: drop.payments.owed + more }) }
}

/** Items of a paid intent become a claim's. The drop's tally moves along with the claim itself. */
export const spendItems = (intent: PaymentIntent, items: number, now: Instant): PaymentIntent =>
  assertSound({ ...intent, held: intent.held - items, spent: intent.spent + items, updatedAt: now })

/** A claim of this intent's is confirmed: what it cost is its drop's owner's from now on, and the buyer's no longer. */
export function earn(before: PaymentIntent, drop: Drop, cost: bigint, now: Instant): Held {
  const intent = assertSound({ ...before, earned: before.earned + cost, updatedAt: now })
  if (!isOwnCoin(intent)) return { intent, drop }
  const earning = { ...drop, payments: { ...drop.payments, earned: drop.payments.earned + cost } }
  return { intent, drop: owe(earning, before, intent) }
}

/**
 * A claim that came to nothing gives its items back to its intent, which holds again as many as it is still entitled
 * to. The drop's tally has counted them as free already.
 */
export function returnItems(intent: PaymentIntent, drop: Drop, items: number, now: Instant): Held {
  const returned = { ...intent, spent: intent.spent - items, updatedAt: now }
  const held = withHeld(returned, drop, Math.min(itemsLeft(returned), returned.held + items))
  return { intent: assertSound(held.intent), drop: held.drop }
}
