import { useRef } from 'react'
import {
  type ClaimableDropFragment,
  MyClaimsDocument,
  type MyPaymentFragment,
  MyPaymentsDocument,
  WalletEligibilityDocument,
  WatchMyPaymentDocument,
} from '../api/generated/operations.ts'
import { useLive } from '../api/live.ts'
import { useRead } from '../api/reads.ts'
import { useNow } from '../components/use-now.ts'
import { wasSent } from '../wallet/wallet.ts'
import {
  type ClaimStep,
  claimStep,
  closedWhy,
  counts,
  isUnfinished,
  type WalletClaim,
  walletClaim,
} from './claim-step.ts'

const FOLLOW_MS = 1_000
const LOOK_MS = 15_000
/** How often eligibility is read while an obstacle may pass without an action of the claimer. */
const LOOK_SOON_MS = 5_000

/** How long an answer that was given before the drop opened may take. */
const ON_THE_WAY_MS = 2_000

/** When this page saw that the drop opened, by the clock of this machine. Minus infinity if it was open all the time. */
function useOpenedAt(drop: ClaimableDropFragment, nowMs: number): number {
  const isOpen = closedWhy(drop, nowMs) === null
  const seen = useRef({ isOpen, openedAtMs: Number.NEGATIVE_INFINITY })
  if (seen.current.isOpen !== isOpen)
    seen.current = { isOpen, openedAtMs: isOpen ? Date.now() : Number.NEGATIVE_INFINITY }
  return seen.current.openedAtMs
}

export interface LoadedWalletState {
  readonly step: ClaimStep<MyPaymentFragment>
  /** Claims that are not expired or failed, newest first. */
  readonly claims: readonly WalletClaim[]
  readonly error: Error | null
}

/** The connected wallet's state in a drop. `shown` is the claim that was just made. */
export function useWalletState(
  drop: ClaimableDropFragment,
  wallet: string | null,
  shown: string | null,
): LoadedWalletState {
  const nowMs = useNow()
  const address = wallet ?? ''
  const about = { dropId: drop.id, address }
  const isConnected = wallet !== null
  const mine = useRead(MyClaimsDocument, about, {
    enabled: isConnected,
    refetchInterval: ({ state }) =>
      state.data?.claims.map(walletClaim).some(isUnfinished) ? FOLLOW_MS : LOOK_MS,
  })
  const eligibility = useRead(WalletEligibilityDocument, about, {
    enabled: isConnected,
    refetchInterval: ({ state }) => (state.data?.byEverything.retryable ? LOOK_SOON_MS : LOOK_MS),
  })
  const paid = useRead(
    MyPaymentsDocument,
    { dropId: drop.id },
    { enabled: isConnected && drop.price !== null, refetchInterval: LOOK_MS },
  )
  const payments = paid.data?.paymentIntents.filter(({ walletAddress }) => walletAddress === address)
  const open = payments?.find(({ status }) => status === 'PENDING' || status === 'PROCESSING')
  useLive(WatchMyPaymentDocument, open ? { paymentIntentId: open.id } : null, {
    onUpdate: () => void paid.refetch(),
  })

  const claims = mine.data?.claims.map(walletClaim)
  const isSent = (id: string) => wasSent(id, Date.now())
  const asked = eligibility.data
  const byRules = asked && (asked.byRules ?? asked.byEverything)
  // It says that the drop is closed if it was read before the drop opened. The rules do not depend on that.
  const isOld = eligibility.dataUpdatedAt < useOpenedAt(drop, nowMs) + ON_THE_WAY_MS
  const byEverything = isOld && !asked?.byEverything.retryable ? byRules : asked?.byEverything
  const step = claimStep({
    drop,
    wallet,
    claims,
    eligibility: byEverything && byRules && { byEverything, byRules },
    payments,
    isSent,
    shown,
    nowMs,
  })
  const errors = [mine, eligibility, paid].filter(({ data }) => data === undefined).map(({ error }) => error)
  return {
    step,
    claims: (claims ?? []).filter(counts),
    error: errors.find((error) => error !== null) ?? null,
  }
}
