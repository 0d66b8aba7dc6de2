import { Group, Progress, Text } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { LiveSign } from '../components/live-sign.tsx'
import { TokenPicture } from '../components/token-picture.tsx'
import { amountInWords, count, percent } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'
import { awardWords, claimableItems } from './drop-award.ts'

/** What a claim gets and costs; if the drop is over, what it gave out. */
export function AwardLine({
  drop,
  isOver,
}: {
  readonly drop: ClaimableDropFragment
  readonly isOver: boolean
}) {
  const { headline, details, isDrawn } = awardWords(drop, isOver)
  return (
    <Group gap="sm" wrap="nowrap">
      <TokenPicture symbol={drop.token?.symbol ?? '?'} imageUrl={drop.token?.imageUrl ?? null} size={44} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text fw={700} fz="xl" lh={1.2} className="numbers">
          {headline}
        </Text>
        {drop.token === null || drop.token.name === drop.token.symbol ? null : (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {drop.token.name}
          </Text>
        )}
        {details.map((line, place) => (
          <Group key={line} gap={4} wrap="nowrap">
            {isDrawn && place === 0 ? (
              <IconDice5
                size={15}
                aria-hidden
                color="var(--mantine-color-dimmed)"
                style={{ flexShrink: 0 }}
              />
            ) : null}
            <Text size="sm" c="dimmed" className="numbers">
              {line}
            </Text>
          </Group>
        ))}
      </div>
    </Group>
  )
}

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
