import { Group, Text } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { TokenPicture } from '../components/token-picture.tsx'
import { awardWords } from './award-words.ts'

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
