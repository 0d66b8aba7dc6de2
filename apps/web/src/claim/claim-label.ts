import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { awardOf, itemsToPay } from './drop-award.ts'
import { costOf } from './drop-words.ts'

/** What the button says that claims from a drop, and pays for it first if it has a price; `named` is in base units. */
export function claimLabel(drop: ClaimableDropFragment, named: string | null): string {
  if (drop.price === null) return freeClaimLabel(drop, named)
  return inClaim('payAndClaim', { cost: costOf(drop, itemsToPay(drop, BigInt(named ?? '1'))) })
}

/** The same of what is free or paid for. */
export function freeClaimLabel(drop: ClaimableDropFragment, named: string | null): string {
  const award = awardOf(drop)
  if (award.kind === 'random') return inClaim('drawMyAmount')
  const amount = award.kind === 'fixed' ? award.amount : named
  return amount === null ? inClaim('claim') : inClaim('claimAmount', { amount: amountInWords(drop, amount) })
}
