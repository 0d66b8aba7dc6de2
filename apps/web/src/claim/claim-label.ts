import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { awardOf, itemsToPay } from './drop-award.ts'
import { costOf } from './drop-words.ts'

/** What the button says that claims from a drop, and pays for it first if it has a price; `named` is in base units. */
export function claimLabel(drop: ClaimableDropFragment, named: string | null): string {
  if (drop.price === null) return freeClaimLabel(drop, named)
  return `Pay ${costOf(drop, itemsToPay(drop, BigInt(named ?? '1')))} and claim`
}

/** The same of what is free or paid for. */
export function freeClaimLabel(drop: ClaimableDropFragment, named: string | null): string {
  const award = awardOf(drop)
  if (award.kind === 'random') return 'Draw my amount'
  const amount = award.kind === 'fixed' ? award.amount : named
  return amount === null ? 'Claim' : `Claim ${amountInWords(drop, amount)}`
}
