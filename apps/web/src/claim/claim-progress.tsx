import { Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { countdown } from '../words/time.ts'
import type { WalletClaim } from './wallet-claim.ts'

// Loaded on demand, because only drops with a public beacon need it.
const AwaitedDraw = lazy(() => import('./awaited-draw.tsx'))

/** A claim that is reserved or is being delivered. */
export function ClaimProgress({
  drop,
  claim,
  isSent,
}: {
  readonly drop: ClaimableDropFragment
  readonly claim: WalletClaim
  readonly isSent: boolean
}) {
  const nowMs = useNow()
  if (claim.amount === null)
    return (
      <Suspense fallback={<Skeleton h={90} aria-busy />}>
        <AwaitedDraw revealsAt={claim.revealsAt} />
      </Suspense>
    )
  const amount = amountInWords(drop, claim.amount)
  const leftMs = claim.expiresAt === null ? null : Date.parse(claim.expiresAt) - nowMs
  return (
    <Stack gap="xs" role="status">
      <Title order={2} size="h4" className="numbers">
        {isSent ? inClaim('onTheWay', { amount }) : inClaim('reserved')}
      </Title>
      <Done>{inClaim('reservedForYou', { amount })}</Done>
      {isSent ? (
        <Group gap="xs">
          <Loader size={16} aria-hidden />
          <Text size="sm">{inClaim('beingPaidOut')}</Text>
        </Group>
      ) : (
        <Text size="sm" c="dimmed" className="numbers">
          {leftMs !== null && leftMs > 0
            ? inClaim('takeWithin', { time: countdown(leftMs) })
            : inClaim('takeNow')}
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
