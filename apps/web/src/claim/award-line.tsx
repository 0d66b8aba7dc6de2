import { Group, Text } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { TokenPicture } from '../components/token-picture.tsx'
import { awardOf } from './drop-award.ts'
import { amountOf, priceOf } from './drop-words.ts'

/** What a claim gets, and what it costs. */
export function AwardLine({ drop }: { readonly drop: ClaimableDropFragment }) {
  const award = awardOf(drop)
  const price = priceOf(drop)
  return (
    <Group gap="sm" wrap="nowrap">
      <TokenPicture symbol={drop.token?.symbol ?? '?'} imageUrl={drop.token?.imageUrl ?? null} size={44} />
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text fw={700} fz="xl" lh={1.2} className="numbers" style={{ overflowWrap: 'anywhere' }}>
          {award.kind === 'fixed' && amountOf(drop, award.amount)}
          {award.kind === 'random' && `Up to ${amountOf(drop, award.most)}`}
          {award.kind === 'open' && `As much ${drop.token?.symbol ?? ''} as you name`}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {award.kind === 'random' ? (
            <Group component="span" gap={4} wrap="nowrap">
              <IconDice5 size={15} aria-hidden />
              <span>At least {amountOf(drop, award.least)}, drawn fairly</span>
            </Group>
          ) : (
            (price ?? 'Free to claim')
          )}
        </Text>
        {award.kind === 'random' && price !== null ? (
          <Text size="sm" c="dimmed" className="numbers">
            {price}
          </Text>
        ) : null}
      </div>
    </Group>
  )
}
