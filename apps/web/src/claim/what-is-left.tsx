import { Group, Progress, Text } from '@mantine/core'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { LiveSign } from '../components/live-sign.tsx'
import { count, counted, percent } from '../words/amount.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { claimableItems } from './drop-award.ts'

/** How much of the pool is left, as it goes. */
export function WhatIsLeft({
  drop,
  isLive,
}: {
  readonly drop: ClaimableDropFragment
  readonly isLive: boolean
}) {
  const claims = drop.claimCount ?? 0
  const items = claimableItems(drop)
  const left = 100 - drop.percentClaimed
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text size="sm" fw={600}>
          What is left
        </Text>
        <LiveSign isUp={isLive} />
      </Group>
      <Progress
        value={left}
        size="lg"
        radius="xl"
        transitionDuration={250}
        aria-label={`${percent(left)} left`}
      />
      <Group justify="space-between" mt={6} gap="xs">
        <Text size="sm" className="numbers">
          {amountInWords(drop, drop.remainingBalance)}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {items === null ? counted(claims, 'claim') : `${count(claims)} of ${count(items)} claimed`}
        </Text>
      </Group>
    </div>
  )
}
