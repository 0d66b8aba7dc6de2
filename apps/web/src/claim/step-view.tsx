import { Alert, Group, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconFlame, IconHourglass } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { useNow } from '../components/use-now.ts'
import { count } from '../words/amount.ts'
import { technicalReason } from '../words/error-words.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { inClaim } from '../words/messages.ts'
import { ClosedView } from './before-connecting.tsx'
import { CheckAgainButton } from './check-again-button.tsx'
import { ClaimProgress } from './claim-progress.tsx'
import { ClaimReceipt } from './claim-receipt.tsx'
import { type ClosedWhy, streakAhead, type WalletClaim } from './claim-step.ts'
import type { ClaimActions } from './use-claim-actions.ts'
import type { LoadedWalletState } from './use-wallet-state.ts'

// Loaded on demand, because only refused wallets need it.
const BarredView = lazyPart(() => import('./barred-view.tsx'))

// Loaded on demand, because only drops with a price need it.
const PaymentView = lazyPart(() => import('./payment-view.tsx'))

/** What the page shows about the step, before the claimer acts. */
export function StepView({
  drop,
  walletState: { step, claims },
  actions,
  items,
}: {
  readonly drop: ClaimableDropFragment
  readonly walletState: LoadedWalletState
  readonly actions: ClaimActions
  /** How many items are paid for. Null before the claimer has named an amount. */
  readonly items: number | null
}) {
  switch (step.kind) {
    case 'closed':
      return (
        <>
          <ClosedView drop={drop} why={step.why} />
          {step.why === 'cancelled' ? null : <PaidLine {...step} />}
        </>
      )
    case 'owner_only':
      return <Text size="sm">{inClaim('ownerOnly')}</Text>
    case 'link_only':
      return <Text size="sm">{inClaim('linkOnly')}</Text>
    case 'barred':
      return (
        <Suspense fallback={<Skeleton h={120} aria-busy />}>
          <BarredView drop={drop} missing={step.missing} checks={step.checks} />
        </Suspense>
      )
    case 'unsure':
      return <RetryNotice title={inClaiming('notKnown')} reason={step.reason} />
    case 'not_ready':
      return <RetryNotice title={inClaiming('notReady')} reason={step.reason} />
    case 'take':
    case 'follow':
      return (
        <ClaimProgress
          drop={drop}
          claim={step.claim}
          isSent={step.kind === 'follow'}
          isJustMade={actions.made.includes(step.claim.id)}
        />
      )
    case 'have':
      return (
        <>
          <ClaimReceipt
            drop={drop}
            claim={step.claim}
            againAtMs={step.againAtMs}
            made={claims.filter(({ id }) => actions.made.includes(id))}
          />
          <PaidLine {...step} />
        </>
      )
    case 'pay':
    case 'await_payment':
    case 'review_payment':
      return (
        <Suspense fallback={<Skeleton h={40} aria-busy />}>
          <PaymentView
            drop={drop}
            step={step.kind}
            payment={step.payment}
            items={items}
            onCancel={actions.cancelPayment}
          />
        </Suspense>
      )
    case 'claim':
      return <StreakLine drop={drop} claims={claims} isPaid={step.paidItems > 0} />
    default:
      return null
  }
}

const PAID_WORDS = {
  not_started: 'paidWaits',
  paused: 'paidWaits',
  // Items that are paid for are not sold to anyone else, so they can be claimed.
  sold_out: 'paidReady',
  ended: 'refundDue',
  cancelled: 'paidReturned',
} as const satisfies Readonly<Record<ClosedWhy, string>>

/** What becomes of items that are paid for and not claimed yet. `why`: why the drop is not open. */
const PaidLine = ({ why, paidItems }: { readonly why: ClosedWhy | null; readonly paidItems: number }) =>
  paidItems === 0 ? null : (
    <Text size="sm" role="status">
      {why === null ? inClaiming('restPaid', { count: paidItems }) : inClaiming(PAID_WORDS[why])}
    </Text>
  )

/** An obstacle that may pass without an action of the claimer. The page checks it again. */
const RetryNotice = ({ title, reason }: { readonly title: string; readonly reason: string }) => (
  <Alert role="status" color="yellow" variant="light" icon={<IconHourglass size={18} />} title={title}>
    <Text size="sm">{inClaiming('lookedUpAgain', { reason: technicalReason(reason) })}</Text>
    <CheckAgainButton />
  </Alert>
)

/** The reason why the wallet may claim now: its streak, its payment, or its earlier claims. */
function StreakLine({
  drop,
  claims,
  isPaid,
}: {
  readonly drop: ClaimableDropFragment
  readonly claims: readonly WalletClaim[]
  readonly isPaid: boolean
}) {
  const nowMs = useNow(60_000)
  const isStreak = drop.claimType === 'STREAK'
  const Icon = isStreak ? IconFlame : IconCircleCheck
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Icon size={20} aria-hidden color="var(--mantine-primary-color-filled)" style={{ flexShrink: 0 }} />
      <Text size="sm">{isStreak ? streakWords(streakAhead(claims, nowMs)) : readyWords(isPaid, claims)}</Text>
    </Group>
  )
}

const streakWords = (day: number): string =>
  day === 1 ? inClaiming('streakDayOne') : inClaiming('streakDay', { day: count(day) })

function readyWords(isPaid: boolean, claims: readonly WalletClaim[]): string {
  if (isPaid) return inClaiming('paidReady')
  if (claims.length === 0) return inClaiming('ready')
  return inClaiming('readyAgain', { count: claims.length })
}
