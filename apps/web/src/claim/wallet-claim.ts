import { startOfUtcDay, utcDay, walletLimit } from '@dropkit/core/internal'
import type { ClaimStatus, ClaimType, MyClaimFragment } from '../api/generated/operations.ts'

/** A claim of the connected wallet on this drop. */
export interface WalletClaim {
  readonly id: string
  /** In base units; null while it is not drawn. */
  readonly amount: string | null
  readonly status: ClaimStatus
  readonly sequence: number
  readonly streak: number | null
  readonly txHash: string | null
  readonly createdAt: string
  /** When its amount is drawn; null if it is known. */
  readonly revealsAt: string | null
  /** When its voucher runs out; null for one that the service delivers itself. */
  readonly expiresAt: string | null
}

/** The other fields that the schema lets be null are there on every claim that exists. */
export const walletClaim = (claim: MyClaimFragment): WalletClaim => ({
  id: claim.id ?? '',
  amount: claim.amount,
  status: claim.status ?? 'PENDING',
  sequence: claim.sequence ?? 0,
  streak: claim.streak,
  txHash: claim.txHash,
  createdAt: claim.createdAt ?? '',
  revealsAt: claim.revealsAt,
  expiresAt: claim.expiresAt,
})

/** Whether it takes its amount from the pool: an expired or failed one has given it back. */
export const counts = ({ status }: WalletClaim): boolean => status !== 'EXPIRED' && status !== 'FAILED'

export const isUnfinished = ({ status }: WalletClaim): boolean =>
  status === 'PENDING' || status === 'SUBMITTED'

interface ClaimLimits {
  readonly claimType: ClaimType
  readonly maxPerWallet: number | null
  readonly price: number | null
}

/** When this wallet may claim (again), in Unix milliseconds: 0 for at once, null for never. */
export function mayClaimAt(drop: ClaimLimits, claims: readonly WalletClaim[], nowMs: number): number | null {
  const counted = claims.filter(counts)
  if (drop.claimType === 'STREAK') {
    const today = utcDay(nowMs)
    return counted.some((claim) => dayOf(claim) === today) ? startOfUtcDay(today + 1) : 0
  }
  return counted.length < walletLimit(drop) ? 0 : null
}

/** Which day of its streak a claim made now would be. Yesterday's tells it: of older claims only the newest are read. */
export function streakAhead(claims: readonly WalletClaim[], nowMs: number): number {
  const yesterday = utcDay(nowMs) - 1
  const last = claims.find((claim) => counts(claim) && dayOf(claim) === yesterday)
  return (last?.streak ?? 0) + 1
}

const dayOf = ({ createdAt }: WalletClaim): number => utcDay(Date.parse(createdAt))
