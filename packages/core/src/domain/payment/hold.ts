import { amountOf } from '../amount.ts'
import { type Drop, itemAmount } from '../drop.ts'
import type { Instant } from '../instant.ts'
import { assertSound, itemsLeft, type PaymentIntent, type Receipt, unclaimedMoney } from './payment-intent.ts'

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
 * Makes a receipt count: its money is among the drop's takings, if it came in the drop's own currency. Doing it again
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
  const { received, owed } = drop.takings
  const takings = { ...drop.takings, received: received + receipt.amount, owed: owed + receipt.amount }
  return { receipt: counted, drop: { ...drop, takings } }
}

/** Counts along in the drop what it owes its buyers for items not claimed yet, when an intent changes. */
export function owe(drop: Drop, before: PaymentIntent, after: PaymentIntent): Drop {
  const more = unclaimedMoney(after) - unclaimedMoney(before)
  if (more === 0n) return drop
  return { ...drop, takings: { ...drop.takings, owed: drop.takings.owed + more } }
}

/** Items of a paid intent become a claim's. The drop's tally moves along with the claim itself. */
export const spendItems = (intent: PaymentIntent, items: number, now: Instant): PaymentIntent =>
  assertSound({ ...intent, held: intent.held - items, spent: intent.spent + items, updatedAt: now })

/**
 * A claim that came to nothing gives its items back to its intent, which holds again as many as it is still entitled
 * to. The drop's tally has counted them as free already.
 */
export function returnItems(intent: PaymentIntent, drop: Drop, items: number, now: Instant): Held {
  const returned = { ...intent, spent: intent.spent - items, updatedAt: now }
  const held = withHeld(returned, drop, Math.min(itemsLeft(returned), returned.held + items))
  return { intent: assertSound(held.intent), drop: held.drop }
}
