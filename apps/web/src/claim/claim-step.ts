import { DAY_MS, startOfUtcDay, utcDay, walletLimit } from '@dropkit/core/internal'
import type {
  ClaimableDropFragment,
  ClaimStatus,
  ClaimType,
  MyClaimFragment,
  MyPaymentFragment,
  RuleCheckFragment,
} from '../api/generated/operations.ts'
import { isRandom } from '../words/amount.ts'
import type { itemsToPay } from './drop-award.ts'

export type StepDrop = Parameters<typeof itemsToPay>[0] &
  Pick<
    ClaimableDropFragment,
    'status' | 'startsAt' | 'claimDeadline' | 'claimType' | 'claimAccess' | 'maxPerWallet'
  > &
  Partial<Pick<ClaimableDropFragment, 'isLinkOnly'>>

interface Eligibility {
  readonly eligible: boolean
  readonly retryable: boolean
  readonly reason: string | null
  readonly missingRequirements: readonly string[]
  /** Each rule with the observed values. */
  readonly checks?: readonly RuleCheckFragment[]
}

export type Payment = Pick<
  MyPaymentFragment,
  'id' | 'status' | 'quantity' | 'itemsLeft' | 'txHash' | 'expiresAt'
>

/** Everything that decides the page's next step. Undefined values have not been read yet. */
export interface WalletState<P extends Payment = Payment> {
  readonly drop: StepDrop
  /** Null before a wallet is connected. */
  readonly wallet: string | null
  readonly claims: readonly WalletClaim[] | undefined
  readonly eligibility: { readonly byEverything: Eligibility; readonly byRules: Eligibility } | undefined
  /** This wallet's payments for this drop, newest first. Empty for a free drop. */
  readonly payments: readonly P[] | undefined
  /** Whether this browser has sent the transaction of this claim or payment. */
  readonly isSent: (id: string) => boolean
  /** The claim that was just made on this page. It is shown before another one is offered. */
  readonly shown: string | null
  readonly nowMs: number
}

export type ClosedWhy = 'not_started' | 'paused' | 'sold_out' | 'ended' | 'cancelled'

export type ClaimStep<P extends Payment = Payment> =
  /** `paidItems`: as in `claim`. If the drop is over, they are refunded. */
  | {
      readonly kind: 'closed'
      readonly why: ClosedWhy
      readonly isConnected: boolean
      readonly paidItems: number
    }
  | { readonly kind: 'owner_only' }
  /** Only holders of a claim link can claim. */
  | { readonly kind: 'link_only' }
  | { readonly kind: 'connect' }
  /** Data is still being read. */
  | { readonly kind: 'looking' }
  /** The wallet must claim it on the chain. */
  | { readonly kind: 'take'; readonly claim: WalletClaim }
  | { readonly kind: 'follow'; readonly claim: WalletClaim }
  /**
   * `againAtMs`: when the wallet may claim again. 0 means now; null means that it has reached its limit. `why` and
   * `paidItems`: as in `closed`; `why` is null if the drop is open.
   */
  | {
      readonly kind: 'have'
      readonly claim: WalletClaim
      readonly againAtMs: number | null
      readonly why: ClosedWhy | null
      readonly paidItems: number
    }
  | {
      readonly kind: 'barred'
      readonly missing: readonly string[]
      readonly checks: readonly RuleCheckFragment[]
    }
  /** Eligibility could not be checked. A retry may help. */
  | { readonly kind: 'unsure'; readonly reason: string }
  /** The rules admit the wallet, but the drop cannot deliver claims yet. */
  | { readonly kind: 'not_ready'; readonly reason: string }
  | { readonly kind: 'pay'; readonly payment: P | null }
  | { readonly kind: 'await_payment'; readonly payment: P }
  | { readonly kind: 'review_payment'; readonly payment: P }
  /** `paidItems`: how many items are paid for and not claimed yet; 0 on a free drop. */
  | { readonly kind: 'claim'; readonly paidItems: number }

/** Returns the page's next step. Claims and payments that the wallet has begun come first, whatever the drop's state. */
export function claimStep<P extends Payment>(walletState: WalletState<P>): ClaimStep<P> {
  const { drop, wallet, payments, nowMs } = walletState
  const claims = walletState.claims?.filter((claim) => !isGivenUp(drop, claim))
  const why = closedWhy(drop, nowMs)
  if (wallet === null)
    return why === null ? beforeConnecting(drop) : { kind: 'closed', why, isConnected: false, paidItems: 0 }
  if (claims === undefined) return { kind: 'looking' }

  const begun = claims.find(isUnfinished)
  if (begun) return stepOfBegun(walletState, begun)
  const [latest] = claims.filter(counts)
  const paidItems = (payments ?? []).reduce((sum, { itemsLeft }) => sum + itemsLeft, 0)
  const isShown = latest !== undefined && latest.id === walletState.shown
  const begunPayment =
    isShown || (why === null && paidItems > 0) ? undefined : stepOfBegunPayment(walletState)
  if (begunPayment) return begunPayment
  const againAtMs = mayClaimAt(drop, claims, nowMs)
  const isOver = why !== null && why !== 'paused' && why !== 'not_started'
  if (latest && (againAtMs === null || againAtMs > nowMs || isOver || isShown))
    return { kind: 'have', claim: latest, againAtMs: isOver ? null : againAtMs, why, paidItems }
  if (drop.price !== null && payments === undefined) return { kind: 'looking' }
  if (why !== null) return { kind: 'closed', why, isConnected: true, paidItems }
  if (drop.claimAccess === 'OWNER') return { kind: 'owner_only' }
  if (drop.isLinkOnly) return { kind: 'link_only' }

  // Items that are paid for may be claimed, even if the rules no longer admit the wallet.
  if (paidItems > 0) return { kind: 'claim', paidItems }
  if (drop.price === null) return whereEligible(walletState, { kind: 'claim', paidItems: 0 })
  const open = payments?.find(
    ({ status, expiresAt }) => status === 'PENDING' && Date.parse(expiresAt) > nowMs,
  )
  return open ? { kind: 'pay', payment: open } : whereEligible(walletState, { kind: 'pay', payment: null })
}

const beforeConnecting = ({ claimAccess, isLinkOnly }: StepDrop): ClaimStep<never> =>
  claimAccess === 'OWNER' ? { kind: 'owner_only' } : { kind: isLinkOnly ? 'link_only' : 'connect' }

/** The claim itself says who sends it, because the drop's delivery may have changed since. */
const stepOfBegun = <P extends Payment>({ isSent }: WalletState<P>, claim: WalletClaim): ClaimStep<P> =>
  claim.expiresAt === null || isSent(claim.id) ? { kind: 'follow', claim } : { kind: 'take', claim }

/** The step of a payment that is in review, or was sent and may still arrive: nothing else may be paid meanwhile. */
function stepOfBegunPayment<P extends Payment>({
  payments = [],
  isSent,
  nowMs,
}: WalletState<P>): ClaimStep<P> | undefined {
  const reviewed = payments.find(({ status }) => status === 'REQUIRES_REVIEW')
  if (reviewed) return { kind: 'review_payment', payment: reviewed }
  const sent = payments.find(({ id, status, txHash, expiresAt }) => {
    const lateMs = nowMs - Date.parse(expiresAt)
    // The server looks for a named transaction until a day after the payment has expired.
    const isNamed = txHash !== null && lateMs < DAY_MS && (lateMs >= 0 || status !== 'PENDING')
    return (
      status === 'PROCESSING' || (/^(PENDING|EXPIRED|CANCELLED)$/.test(status) && (isNamed || isSent(id)))
    )
  })
  return sent && { kind: 'await_payment', payment: sent }
}

function whereEligible<P extends Payment>(
  { eligibility }: WalletState<P>,
  step: ClaimStep<never>,
): ClaimStep<P> {
  if (eligibility === undefined) return { kind: 'looking' }
  const { byEverything, byRules } = eligibility
  const [found, unknown] = byRules.eligible
    ? ([byEverything, 'not_ready'] as const)
    : ([byRules, 'unsure'] as const)
  if (found.eligible) return step
  return found.retryable
    ? { kind: unknown, reason: found.reason ?? '' }
    : { kind: 'barred', missing: found.missingRequirements, checks: found.checks ?? [] }
}

/** Why the drop cannot be claimed at `nowMs`. Null if it can be. Where the status is not final, `nowMs` decides. */
export function closedWhy(drop: StepDrop, nowMs: number): ClosedWhy | null {
  const hasEnded = drop.claimDeadline !== null && Date.parse(drop.claimDeadline) <= nowMs
  const hasStarted = drop.startsAt === null || Date.parse(drop.startsAt) <= nowMs
  switch (drop.status) {
    case 'CANCELLED':
      return 'cancelled'
    case 'ENDED':
      return 'ended'
    case 'SOLD_OUT':
      return 'sold_out'
    case 'PAUSED':
      return hasEnded ? 'ended' : 'paused'
    default:
      if (hasEnded) return 'ended'
      return hasStarted ? null : 'not_started'
  }
}

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
  /** When its voucher expires. Null if the server delivers the claim, and after the wallet has sent it. */
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

/**
 * Whether the service can no longer deliver a random claim, because its drop is cancelled. No wallet can take it, and it
 * expires.
 */
const isGivenUp = (drop: StepDrop, { status, expiresAt }: WalletClaim): boolean =>
  isRandom(drop) && status === 'PENDING' && expiresAt !== null

export const isUnfinished = ({ status }: WalletClaim): boolean =>
  status === 'PENDING' || status === 'SUBMITTED'

interface ClaimLimits {
  readonly claimType: ClaimType
  readonly maxPerWallet: number | null
  readonly price: number | null
}

/** When this wallet may claim (again), in Unix milliseconds. 0 means now; null means never. */
function mayClaimAt(drop: ClaimLimits, claims: readonly WalletClaim[], nowMs: number): number | null {
  const counted = claims.filter(counts)
  if (drop.claimType === 'STREAK') {
    const today = utcDay(nowMs)
    return counted.some((claim) => dayOf(claim) === today) ? startOfUtcDay(today + 1) : 0
  }
  return counted.length < walletLimit(drop) ? 0 : null
}

/**
 * The day of its streak that a claim made now would be. Yesterday's claim is enough to know it; of older claims, only the
 * newest are read. A claim that was made before the drop was a STREAK counts as its first day.
 */
export function streakAhead(claims: readonly WalletClaim[], nowMs: number): number {
  const yesterday = utcDay(nowMs) - 1
  const last = claims.find((claim) => counts(claim) && dayOf(claim) === yesterday)
  return last ? (last.streak ?? 1) + 1 : 1
}

const dayOf = ({ createdAt }: WalletClaim): number => utcDay(Date.parse(createdAt))
