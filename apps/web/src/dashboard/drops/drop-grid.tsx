import { Center, SimpleGrid, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { DropCardFragment } from '../../api/generated/operations.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { DropCard } from './drop-card.tsx'

const COLUMNS = { base: 1, xs: 2, lg: 3 }
/** The server allows 50 subscriptions per socket, and other parts of the page subscribe too. */
const MOST_FOLLOWED = 40

/** A grid of drops. The active ones are followed. */
export function DropGrid({
  drops,
  nothing,
}: {
  readonly drops: readonly DropCardFragment[]
  /** The text for an empty list. */
  readonly nothing: string
}) {
  const live = drops.filter(({ status }) => status === 'ACTIVE').slice(0, MOST_FOLLOWED)
  const followed = new Set(live.map(({ id }) => id))
  if (drops.length === 0)
    return (
      <Center py={56} role="status">
        <Text c="dimmed">{nothing}</Text>
      </Center>
    )
  return (
    <SimpleGrid cols={COLUMNS} spacing="md">
      {drops.map((drop) => (
        <DropCard key={drop.id} drop={drop} isFollowed={followed.has(drop.id)} />
      ))}
    </SimpleGrid>
  )
}

export const LoadingDrops = () => (
  <SimpleGrid cols={COLUMNS} spacing="md" aria-busy>
    <VisuallyHidden role="status">{inDashboard('loadingYourDrops')}</VisuallyHidden>
    {['one', 'two', 'three'].map((name) => (
      <Skeleton key={name} height={340} radius="lg" />
    ))}
  </SimpleGrid>
)
