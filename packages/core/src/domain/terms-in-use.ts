import { type Drop, itemAmount, totalLimit } from './drop.ts'
import type { UpdateContext } from './drop-changes.ts'
import { isRandomAndOver } from './drop-status.ts'
import { badInput, type Refusal } from './refusal.ts'

/** Protects what earlier claimers and payers rely on. */
export function refusalAfterClaims(before: Drop, after: Drop): Refusal | undefined {
  const { tally } = before
  const hasClaims = tally.lastSequence > 0
  if (isRandomAndOver(before) && before.award.kind !== after.award.kind) {
    return badInput('tokenAmount', 'FIXED', 'A random drop that is over stays one')
  }
  if (hasClaims && before.award.kind !== after.award.kind) {
    return badInput(
      'tokenAmount',
      'FIXED',
      'After the first claim tokenAmount may not change between fixed, open and random',
    )
  }
  if (hasClaims && before.award.kind === 'random') {
    if (before.pool !== after.pool)
      return badInput('maxAmount', 'FIXED', 'After the first claim of a random drop maxAmount stays')
    if (before.supply !== after.supply)
      return badInput('supply', 'FIXED', 'After the first claim of a random drop supply stays')
  }
  const leastPool = tally.reservedAmount + tally.heldAmount
  if (after.pool !== before.pool && after.pool < leastPool) {
    return badInput(
      'maxAmount',
      'LESS_THAN_HELD',
      `maxAmount may not go below the ${leastPool} that are claimed or held`,
      {
        least: String(leastPool),
      },
    )
  }
  const leastSupply = tally.reservedCount + tally.heldItems
  if (after.supply !== before.supply && after.supply !== null && after.supply < leastSupply) {
    return badInput(
      'supply',
      'LESS_THAN_HELD',
      `supply may not go below the ${leastSupply} that are claimed or held`,
      {
        least: leastSupply,
      },
    )
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
    return badInput('price', 'FIXED', 'The price may not be taken away or added while paid items are held')
  }
  // An item of an open claim may be held again, also on a drop that has become free and gets a price again. Money in
  // another coin is not part of what the drop owes.
  const owes = tally.heldItems > 0 || before.payments.owed > 0n || (hasMoney && hasOpenVouchers)
  if (owes && totalLimit(withPrice(after)) < totalLimit(withPrice(before))) {
    const field = before.claimType === after.claimType ? 'maxPerWallet' : 'claimType'
    return badInput(
      field,
      'FIXED',
      'The number of claims per wallet may not be lowered while buyers have not claimed what they paid for',
    )
  }
  const hasSold = tally.heldItems > 0 || hasMoney
  if (hasSold && !isSameItem(before, after)) {
    const message = 'What an item is worth may not change once items have been sold'
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
  return itemAmount(withPrice(before)) === itemAmount(becomesFree ? after : withPrice(after))
}

/** The field whose change gives an item another value. */
function fieldOfItem(before: Drop, after: Drop): string {
  if (before.award.kind === 'fixed' || before.award.kind !== after.award.kind) return 'tokenAmount'
  if (before.pool !== after.pool) return 'maxAmount'
  return before.supply === after.supply ? 'price' : 'supply'
}
