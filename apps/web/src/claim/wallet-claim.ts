import type { ClaimStatus, ClaimType, MyClaimFragment } from '../api/generated/operations.ts'

/** A claim of the connected wallet on this drop. */
export interface WalletClaim {
  readonly id: string
  /** In base units. */
  readonly amount: string
  readonly status: ClaimStatus
  readonly sequence: number
  readonly streak: number | null
  readonly txHash: string | null
  readonly createdAt: string
  /** When its voucher runs out; null for one that the service delivers itself. */
  readonly expiresAt: string | null
}

const DAY_MS = 86_400_000

/** Those fields that the schema lets be null are there on every claim that exists. */
export const walletClaim = (claim: MyClaimFragment): WalletClaim => ({
  id: claim.id ?? '',
  amount: claim.amount ?? '0',
  status: claim.status ?? 'PENDING',
  sequence: claim.sequence ?? 0,
  streak: claim.streak,
  txHash: claim.txHash,
  createdAt: claim.createdAt ?? '',
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
export function mayClaimAt(
  { claimType, maxPerWallet, price }: ClaimLimits,
  claims: readonly WalletClaim[],
  nowMs: number,
): number | null {
  const counted = claims.filter(counts)
  if (claimType === 'STREAK') {
    const today = dayOf(nowMs)
    const hasToday = counted.some(({ createdAt }) => dayOf(Date.parse(createdAt)) === today)
    return hasToday ? (today + 1) * DAY_MS : 0
  }
  const limit = maxPerWallet ?? (price === null ? 1 : Number.POSITIVE_INFINITY)
  return counted.length < limit ? 0 : null
}

/** Which day of its streak a claim made now would be. */
export function streakAhead(claims: readonly WalletClaim[], nowMs: number): number {
  const yesterday = dayOf(nowMs) - 1
  const last = claims.find((claim) => counts(claim) && dayOf(Date.parse(claim.createdAt)) === yesterday)
  return (last?.streak ?? 0) + 1
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)
