import { type Drop, itemAmount, soldItemAmount, totalLimit } from './drop.ts'
import type { UpdateContext } from './drop-changes.ts'
import { isRandomAndOver } from './drop-status.ts'
import { badInput, type Refusal } from './refusal.ts'

/** Protects what earlier claimers rely on. */
export function refusalAfterClaims(before: Drop, after: Drop): Refusal | undefined {
  const { tally } = before
  const hasClaims = tally.lastSequence > 0
  if (isRandomAndOver(before) && before.award.kind !== after.award.kind) {
    return badInput('tokenAmount', 'FIXED', 'A random drop that has ended or is sold out stays random')
  }
  if (hasClaims && before.award.kind !== after.award.kind) {
    const message = 'tokenAmount may not change between fixed, open and random after the first claim'
    return badInput('tokenAmount', 'FIXED', message)
  }
  if (hasClaims && before.award.kind === 'random') {
    if (before.pool !== after.pool)
      return badInput('maxAmount', 'FIXED', 'maxAmount may not change after the first claim of a random drop')
    if (before.supply !== after.supply)
      return badInput('supply', 'FIXED', 'supply may not change after the first claim of a random drop')
  }
  const leastPool = tally.reservedAmount + tally.heldAmount
  if (after.pool !== before.pool && after.pool < leastPool) {
    const message = `maxAmount must be at least ${leastPool}, the amount that is claimed or held`
    return badInput('maxAmount', 'LESS_THAN_HELD', message, { least: String(leastPool) })
  }
  const leastSupply = tally.reservedCount + tally.heldItems
  if (after.supply !== before.supply && after.supply !== null && after.supply < leastSupply) {
    const message = `supply must be at least ${leastSupply}, the number of items that are claimed or held`
    return badInput('supply', 'LESS_THAN_HELD', message, { least: leastSupply })
  }
  return undefined
}

/** Protects the holders of paid items: the size of an item, and the rule that a claim spends it. */
export function refusalAfterPayments(
  before: Drop,
  after: Drop,
  { hasMoney, hasOpenVouchers }: UpdateContext,
): Refusal | undefined {
  const { tally } = before
  if (tally.heldItems > 0 && (before.price === null) !== (after.price === null)) {
    return badInput(
      'price',
      'FIXED',
      'A price may not be added or removed while payment intents hold items, paid or not',
    )
  }
  // An item of an open claim may be held again, also on a drop that has become free and gets a price again. Money in
  // another coin is not part of what the drop owes.
  const owes = tally.heldItems > 0 || before.payments.owed > 0n || (hasMoney && hasOpenVouchers)
  if (owes && totalLimit(withPrice(after)) < totalLimit(withPrice(before))) {
    const field = before.claimType === after.claimType ? 'maxPerWallet' : 'claimType'
    const message =
      'The number of claims per wallet may not be lowered while buyers have paid items that they have not claimed'
    return badInput(field, 'FIXED', message)
  }
  const hasSold = tally.heldItems > 0 || hasMoney
  if (hasSold && !isSameItem(before, after)) {
    const message = 'The amount of an item may not change after items were sold'
    return badInput(fieldOfItem(before, after), 'FIXED', message)
  }
  return undefined
}

/** The drop, with any price if it has none: a drop that is free now may get a price again. */
const withPrice = (drop: Drop): Drop =>
  drop.price === null ? { ...drop, price: { atomic: 1n, currency: drop.currency } } : drop

/** Whether an item is worth the same. A random item is a share of the pool. */
function isSameItem(before: Drop, after: Drop): boolean {
  if (before.award.kind !== after.award.kind) return false
  if (before.award.kind === 'random') return before.pool === after.pool && before.supply === after.supply
  const becomesFree = before.price !== null && after.price === null
  return soldItemAmount(before) === (becomesFree ? itemAmount(after) : soldItemAmount(after))
}

/** The field whose change gives an item another value. */
function fieldOfItem(before: Drop, after: Drop): string {
  if (before.award.kind === 'fixed' || before.award.kind !== after.award.kind) return 'tokenAmount'
  if (before.pool !== after.pool) return 'maxAmount'
  return before.supply === after.supply ? 'price' : 'supply'
}
