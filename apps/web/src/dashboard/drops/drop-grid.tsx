import {
  Box,
  Card,
  Center,
  Group,
  Progress,
  SimpleGrid,
  Skeleton,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import type { DropCardFragment } from '../../api/generated/operations.ts'
import { DropPicture } from '../../components/drop-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { percent } from '../../words/amount.ts'
import { inDashboard } from '../../words/messages.ts'
import { CopyLink, DropCard, DropLink, priceOf, useLiveProgress, When } from './drop-card.tsx'
import classes from './drops.module.css'
import { whatAClaimGets } from './what-it-gives.ts'

const COLUMNS = { base: 1, xs: 2, lg: 3 }
/** The server allows 50 subscriptions per socket, and other parts of the page subscribe too. */
const MAX_FOLLOWED = 40

export type DropLayout = 'cards' | 'list'

/** A drop in the dense list. If it is followed, its progress is updated. */
function DropRow({
  drop: read,
  isFollowed,
}: {
  readonly drop: DropCardFragment
  readonly isFollowed: boolean
}) {
  const { drop } = useLiveProgress(read, isFollowed)
  return (
    <li className={classes['row']}>
      <Box className={classes['rowPicture'] ?? ''}>
        <DropPicture id={drop.id} imageUrl={drop.imageUrl} ratio={1} widthPx={44} />
      </Box>
      <div className={classes['main']}>
        <Title order={2} size="sm" dir="auto" lineClamp={1}>
          <DropLink drop={drop} />
        </Title>
        <Text size="xs" c="dimmed" className="numbers" lineClamp={1}>
          {whatAClaimGets(drop)} · {priceOf(drop)}
          <When drop={drop} />
        </Text>
      </div>
      <div className={classes['rowProgress']}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" className="numbers">
            {inDashboard('claims', { claims: drop.claimCount ?? 0 })}
          </Text>
          <Text size="xs" c="dimmed" className="numbers">
            {percent(drop.percentClaimed)}
          </Text>
        </Group>
        <Progress
          value={drop.percentClaimed}
          size={4}
          aria-label={inDashboard('claimedOfTitle', { title: drop.title })}
        />
      </div>
      <div className={classes['rowStatus']}>
        <StatusBadge status={drop.status} />
      </div>
      <div className={classes['links']}>{drop.status === 'DRAFT' ? null : <CopyLink drop={drop} />}</div>
    </li>
  )
}

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
  const live = drops.filter(({ status }) => status === 'ACTIVE').slice(0, MAX_FOLLOWED)
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
