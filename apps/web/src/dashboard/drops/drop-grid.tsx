import { Card, Center, SimpleGrid, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { DropCardFragment } from '../../api/generated/operations.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { DropCard } from './drop-card.tsx'
import classes from './drop-row.module.css'
import { DropRow } from './drop-row.tsx'

const COLUMNS = { base: 1, xs: 2, lg: 3 }
/** The server allows 50 subscriptions per socket, and other parts of the page subscribe too. */
const MOST_FOLLOWED = 40

export type DropLayout = 'cards' | 'list'

/** Drops as cards or as a dense list. The active ones are followed. */
export function DropGrid({
  drops,
  layout,
  nothing,
}: {
  readonly drops: readonly DropCardFragment[]
  readonly layout: DropLayout
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
  if (layout === 'list')
    return (
      <Card component="ul" withBorder radius="lg" padding={0} className={classes['list'] ?? ''}>
        {drops.map((drop) => (
          <DropRow key={drop.id} drop={drop} isFollowed={followed.has(drop.id)} />
        ))}
      </Card>
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
