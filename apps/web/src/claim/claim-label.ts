import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { amountInWords } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'
import { awardOf, costOf, itemsToPay } from './drop-award.ts'
import type { ClaimChoice } from './use-claim-acts.ts'

/** The label of the button that claims from a drop, and pays first if the drop has a price. */
export function claimLabel(drop: ClaimableDropFragment, choice: ClaimChoice): string {
  if (drop.price === null) return freeClaimLabel(drop, choice)
  const items = choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1'))
  return inClaim('payAndClaim', { cost: costOf(drop, items) })
}

/** The label for claims that are free or already paid. */
export function freeClaimLabel(drop: ClaimableDropFragment, { amount: named, items }: ClaimChoice): string {
  const award = awardOf(drop)
  if (award.kind === 'random')
    return items === 1 ? inClaim('drawMyAmount') : inClaim('drawAmounts', { count: items })
  const amount = award.kind === 'fixed' ? award.amount * BigInt(items) : named
  return amount === null ? inClaim('claim') : inClaim('claimAmount', { amount: amountInWords(drop, amount) })
}
