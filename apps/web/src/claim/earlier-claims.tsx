import { Group, Stack, Text } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { claimAmountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { inWords } from '../words/time.ts'
import type { LoadedWalletState } from './use-wallet-state.ts'

const MOST_SHOWN = 5

/** Earlier claims of this wallet, on drops that allow more than one. */
export function EarlierClaims({
  drop,
  standing: { claims, step },
  made,
}: {
  readonly drop: ClaimableDropFragment
  readonly standing: LoadedWalletState
  /** The ids of the claims that the receipt already sums up. */
  readonly made: readonly string[]
}) {
  const inView = 'claim' in step ? step.claim.id : null
  const isCounted = (id: string) => id === inView || (step.kind === 'have' && made.includes(id))
  const earlier = claims.filter(({ id }) => !isCounted(id)).slice(0, MOST_SHOWN)
  if (earlier.length === 0) return null
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {inClaim('claimedBefore')}
      </Text>
      {earlier.map((claim) => (
        <Group key={claim.id} justify="space-between" gap="xs" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" className="numbers">
              {claimAmountInWords(drop, claim.amount)}
            </Text>
            <Text size="xs" c="dimmed">
              {inWords(claim.createdAt)}
            </Text>
          </div>
          <StatusBadge status={claim.status} size="sm" />
        </Group>
      ))}
    </Stack>
  )
}
