import { Box, Group, Progress, Text, Title } from '@mantine/core'
import type { DropCardFragment } from '../../api/generated/operations.ts'
import { DropPicture } from '../../components/drop-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { percent } from '../../words/amount.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { CopyLink } from './copy-link.tsx'
import { priceOf, When } from './drop-card.tsx'
import { DropLink } from './drop-link.tsx'
import classes from './drop-row.module.css'
import { useLiveProgress } from './use-live-progress.ts'
import { whatAClaimGets } from './what-it-gives.ts'

/** A drop in the dense list. If it is followed, its progress is updated. */
export function DropRow({
  drop: read,
  isFollowed,
}: {
  readonly drop: DropCardFragment
  readonly isFollowed: boolean
}) {
  const { drop } = useLiveProgress(read, isFollowed)
  return (
    <li className={classes['row']}>
      <Box className={classes['picture'] ?? ''}>
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
      <div className={classes['progress']}>
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
      <div className={classes['status']}>
        <StatusBadge status={drop.status} />
      </div>
      <div className={classes['links']}>{drop.status === 'DRAFT' ? null : <CopyLink drop={drop} />}</div>
    </li>
  )
}
