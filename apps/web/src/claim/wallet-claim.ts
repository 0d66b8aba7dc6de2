import { startOfUtcDay, utcDay, walletLimit } from '@dropkit/core/internal'
import type { ClaimStatus, ClaimType, MyClaimFragment } from '../api/generated/operations.ts'

/** A claim of the connected wallet on this drop. */
export interface WalletClaim {
  readonly id: string
  /** In base units. Null if it is not drawn yet. */
  readonly amount: string | null
  readonly status: ClaimStatus
  /** The address that receives it. Null if it is the wallet's own. */
  readonly recipient: string | null
  readonly sequence: number
  readonly streak: number | null
  readonly txHash: string | null
  readonly createdAt: string
  /** When its amount is drawn. Null if the amount is known. */
  readonly revealsAt: string | null
  /** When its voucher expires. Null if the server delivers the claim. */
  readonly expiresAt: string | null
}

/** Other fields are nullable in the schema, but always set on an existing claim. */
export const walletClaim = (claim: MyClaimFragment): WalletClaim => ({
  id: claim.id ?? '',
  amount: claim.amount,
  status: claim.status ?? 'PENDING',
  recipient: claim.recipient === claim.userAddress ? null : claim.recipient,
  sequence: claim.sequence ?? 0,
  streak: claim.streak,
  txHash: claim.txHash,
  createdAt: claim.createdAt ?? '',
  revealsAt: claim.revealsAt,
  expiresAt: claim.expiresAt,
})

/** Whether the claim holds an amount of the pool. Expired and failed claims have returned theirs. */
export const counts = ({ status }: WalletClaim): boolean => status !== 'EXPIRED' && status !== 'FAILED'

export const isUnfinished = ({ status }: WalletClaim): boolean =>
  status === 'PENDING' || status === 'SUBMITTED'

interface ClaimLimits {
  readonly claimType: ClaimType
  readonly maxPerWallet: number | null
  readonly price: number | null
}

/** When this wallet may claim (again), in Unix milliseconds. 0 means now; null means never. */
export function mayClaimAt(drop: ClaimLimits, claims: readonly WalletClaim[], nowMs: number): number | null {
  const counted = claims.filter(counts)
  if (drop.claimType === 'STREAK') {
    const today = utcDay(nowMs)
    return counted.some((claim) => dayOf(claim) === today) ? startOfUtcDay(today + 1) : 0
  }
  return counted.length < walletLimit(drop) ? 0 : null
}

/**
 * The day of its streak that a claim made now would be. Yesterday's claim is enough to know it; of older claims, only the
 * newest are read.
 */
export function streakAhead(claims: readonly WalletClaim[], nowMs: number): number {
  const yesterday = utcDay(nowMs) - 1
  const last = claims.find((claim) => counts(claim) && dayOf(claim) === yesterday)
  return (last?.streak ?? 0) + 1
}

const dayOf = ({ createdAt }: WalletClaim): number => utcDay(Date.parse(createdAt))
