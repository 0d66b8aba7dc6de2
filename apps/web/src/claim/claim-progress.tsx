import { Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { useNow } from '../components/use-now.ts'
import { amountInWords, isRandom } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { countdown } from '../words/time.ts'
import type { WalletClaim } from './claim-step.ts'
import { RevealedResult, useReveal } from './reveal.tsx'

// Loaded on demand, because only drops with a public beacon need it.
const AwaitedDraw = lazyPart(() => import('./awaited-draw.tsx'))

/** A claim that is reserved or is being delivered. */
export function ClaimProgress({
  drop,
  claim,
  isSent,
  isJustMade,
}: {
  readonly drop: ClaimableDropFragment
  readonly claim: WalletClaim
  readonly isSent: boolean
  /** Whether the last action on this page made the claim. */
  readonly isJustMade: boolean
}) {
  if (claim.amount === null)
    return (
      <Suspense fallback={<Skeleton h={90} aria-busy />}>
        <AwaitedDraw claimId={claim.id} revealsAt={claim.revealsAt} />
      </Suspense>
    )
  return (
    <KnownAmount drop={drop} claim={claim} amount={claim.amount} isSent={isSent} isJustMade={isJustMade} />
  )
}

function KnownAmount({
  drop,
  claim,
  amount: baseUnits,
  isSent,
  isJustMade,
}: Parameters<typeof ClaimProgress>[0] & { readonly amount: string }) {
  const nowMs = useNow()
  const isFirstShown = useReveal(claim.id, isJustMade)
  const amount = amountInWords(drop, baseUnits)
  const reserved = <Done>{inClaiming('reservedForYou', { amount })}</Done>
  const leftMs = claim.expiresAt === null ? null : Date.parse(claim.expiresAt) - nowMs
  return (
    <Stack gap="xs" role="status">
      <Title order={2} size="h4" className="numbers">
        {isSent ? inClaiming('onTheWay', { amount }) : inClaiming('reserved')}
      </Title>
      {isFirstShown && isRandom(drop) ? <RevealedResult>{reserved}</RevealedResult> : reserved}
      {isSent ? (
        <Group gap="xs">
          <Loader size={16} aria-hidden />
          <Text size="sm">{inClaiming('beingPaidOut')}</Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" className="numbers" aria-live="off">
          {leftMs !== null && leftMs > 0
            ? inClaiming('takeWithin', { time: countdown(leftMs) })
            : inClaiming('takeNow')}
        </Text>
      )}
    </Stack>
  )
}

const Done = ({ children }: { readonly children: ReactNode }) => (
  <Group gap="xs">
    <IconCircleCheck size={18} aria-hidden color="var(--mantine-primary-color-filled)" />
    <Text size="sm" className="numbers">
      {children}
    </Text>
  </Group>
)
