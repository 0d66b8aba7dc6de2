import { walletLimit } from '@dropkit/core/internal'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { isRandom } from '../words/amount.ts'
import { type ClaimStep, counts, type Payment, type WalletClaim } from './claim-step.ts'
import { awardOf, claimableItems } from './drop-award.ts'

/** The server's default limits for the unpaid items of a buyer. Its operator can set other limits. */
const MAX_AT_ONCE = 10
const MAX_SHARE = 0.2

type ChoiceDrop = Parameters<typeof awardOf>[0] & Pick<ClaimableDropFragment, 'claimType' | 'maxPerWallet'>

/** The largest number of items that the claimer can choose to claim at once. Null if there is no choice. */
export function itemChoice(
  drop: ChoiceDrop,
  step: ClaimStep<Payment>,
  claims: readonly WalletClaim[],
): number | null {
  if (drop.claimType === 'STREAK') return null
  const award = awardOf(drop)
  if (award.kind === 'open') return null
  if (step.kind === 'claim' && step.paidItems > 0) return choiceOf(Math.min(step.paidItems, MAX_AT_ONCE))
  if (step.kind !== 'claim' && !(step.kind === 'pay' && step.payment === null)) return null
  const left = BigInt(drop.remainingBalance)
  const byPool = award.kind === 'fixed' ? Number(left / award.amount) : Number.POSITIVE_INFINITY
  const bySupply = drop.supply === null ? Number.POSITIVE_INFINITY : drop.supply - (drop.claimCount ?? 0)
  const byWallet = walletLimit(drop) - claims.filter(counts).length
  return choiceOf(Math.min(MAX_AT_ONCE, byBuyer(drop), byPool, bySupply, byWallet))
}

/** How many unpaid items the server lets a buyer have by their share of the drop. */
function byBuyer(drop: ChoiceDrop): number {
  const award = awardOf(drop)
  if (drop.price === null) return Number.POSITIVE_INFINITY
  const byPool = award.kind === 'fixed' ? Number(BigInt(drop.maxAmount ?? '0') / award.amount) : null
  const total = claimableItems(drop) ?? byPool ?? 0
  return Math.max(1, Math.floor(total * MAX_SHARE))
}

const choiceOf = (most: number): number | null => (most > 1 ? most : null)

/** How many items are claimed or paid for. An open payment keeps its quantity. */
export function chosenItems(
  drop: ChoiceDrop,
  step: ClaimStep<Payment>,
  { picked, most }: { readonly picked: number | null; readonly most: number | null },
): number {
  if (step.kind === 'pay' && step.payment !== null)
    return awardOf(drop).kind === 'open' ? 1 : step.payment.quantity
  if (most === null) return 1
  // By default, all paid items are claimed.
  const usual = step.kind === 'claim' && step.paidItems > 0 ? most : 1
  return Math.min(most, Math.max(1, picked ?? usual))
}

/** The amount to claim, in base units: that of an open payment, otherwise the named one. Null if the drop decides it. */
export const chosenAmount = (
  drop: ChoiceDrop,
  step: ClaimStep<Payment>,
  named: string | null,
): string | null =>
  step.kind === 'pay' && step.payment !== null && awardOf(drop).kind === 'open'
    ? String(step.payment.quantity)
    : named

/** Whether the wallet must confirm each claim. */
export const isConfirmedOneByOne = ({
  delivery,
  tokenAmount,
}: Pick<ClaimableDropFragment, 'delivery' | 'tokenAmount'>): boolean =>
  delivery !== 'SERVER' && !isRandom({ tokenAmount })
