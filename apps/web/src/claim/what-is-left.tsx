import { Group, Progress, Text } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { LiveSign } from '../components/live-sign.tsx'
import { count, percent } from '../words/amount.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { claimableItems } from './drop-award.ts'

/** How much of the pool is left, with its updates. */
export function WhatIsLeft({
  drop,
  isLive,
}: {
  readonly drop: ClaimableDropFragment
  readonly isLive: boolean
}) {
  const claims = drop.claimCount ?? 0
  const items = claimableItems(drop)
  const isByBeacon = drop.randomness === 'BEACON' && items !== null
  // The claimed amounts do not include claims that wait for their draw.
  const left = isByBeacon ? 100 * (1 - claims / items) : 100 - drop.percentClaimed
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text size="sm" fw={600}>
          {inClaim('whatIsLeft')}
        </Text>
        <LiveSign isUp={isLive} />
      </Group>
      <Progress
        value={left}
        size="lg"
        radius="xl"
        transitionDuration={250}
        aria-label={inClaim('percentLeft', { percent: percent(left) })}
      />
      <Group justify="space-between" mt={6} gap="xs">
        <Text size="sm" className="numbers">
          {isByBeacon
            ? inClaim('drawsLeft', { count: items - claims })
            : amountInWords(drop, drop.remainingBalance)}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {items === null
            ? inClaim('claims', { count: claims })
            : inClaim('claimsOf', { claims: count(claims), items: count(items) })}
        </Text>
      </Group>
    </div>
  )
}
