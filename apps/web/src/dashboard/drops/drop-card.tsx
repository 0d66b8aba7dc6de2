import { ActionIcon, Box, Card, Group, Progress, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconCheck, IconExternalLink, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type DropCardFragment,
  type DropProgressFragment,
  WatchDropCardDocument,
} from '../../api/generated/operations.ts'
import { useLive } from '../../api/live.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { DropPicture } from '../../components/drop-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useNow } from '../../components/use-now.ts'
import { claimUrl } from '../../page/page-data.ts'
import { claimPath } from '../../words/addresses.ts'
import { amountInWords, count, percent } from '../../words/amount.ts'
import { inDashboard } from '../../words/messages.ts'
import { fromNow } from '../../words/time.ts'
import classes from './drops.module.css'
import { whatAClaimGets } from './what-it-gives.ts'

/** A drop in the list. If it is followed, its progress is updated. */
export function DropCard({
  drop: read,
  isFollowed,
}: {
  readonly drop: DropCardFragment
  readonly isFollowed: boolean
}) {
  const { drop } = useLiveProgress(read, isFollowed)
  const claims = drop.claimCount ?? 0
  return (
    <Card component="article" withBorder padding={0} radius="lg" className={classes['card'] ?? ''}>
      <Box className={classes['picture'] ?? ''}>
        <DropPicture id={drop.id} imageUrl={drop.imageUrl} ratio={2} widthPx={384} />
        <span className={classes['status']}>
          <StatusBadge status={drop.status} />
        </span>
      </Box>
      <Stack gap="sm" p="md" style={{ flex: 1 }}>
        <div>
          <Title order={2} size="h4" dir="auto" lineClamp={2}>
            <DropLink drop={drop} />
          </Title>
          <Text size="sm" c="dimmed" className="numbers">
            {whatAClaimGets(drop)} · {priceOf(drop)}
          </Text>
        </div>
        <Stack gap={6} mt="auto">
          <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
            <Text size="sm" fw={600} className="numbers">
              {amountInWords(drop, drop.claimedAmount)}
            </Text>
            <Text size="xs" c="dimmed" className={`numbers ${classes['percent']}`}>
              {percent(drop.percentClaimed)}
            </Text>
          </Group>
          <Progress
            value={drop.percentClaimed}
            size={6}
            aria-label={inDashboard('claimedOfTitle', { title: drop.title })}
            className={classes['progress'] ?? ''}
          />
          <Text size="xs" c="dimmed" className="numbers">
            {inDashboard('claimedOfAmount', { amount: amountInWords(drop, drop.maxAmount ?? '0') })}
          </Text>
        </Stack>
        <Group justify="space-between" gap="xs" wrap="nowrap" className={classes['foot'] ?? ''}>
          <Text size="sm" className="numbers" c="dimmed">
            {inDashboard('claims', { claims })}
            <When drop={drop} />
          </Text>
          {drop.status === 'DRAFT' ? null : <CopyLink drop={drop} />}
        </Group>
      </Stack>
    </Card>
  )
}

export function When({ drop }: { readonly drop: DropCardFragment }) {
  const now = useNow(30_000)
  if (drop.status === 'SCHEDULED' && drop.startsAt)
    return ` · ${inDashboard('beginsTime', { time: fromNow(drop.startsAt, now) })}`
  if (drop.status === 'ACTIVE' && drop.claimDeadline)
    return ` · ${inDashboard('endsTime', { time: fromNow(drop.claimDeadline, now) })}`
  return null
}

export const priceOf = ({ price, currency }: DropCardFragment): string =>
  price === null ? inDashboard('free') : `${count(price)} ${currency}`

/** The link to a drop's claim page, to copy or to open. */
export function CopyLink({
  drop,
}: {
  readonly drop: { readonly id: string; readonly title: string; readonly shortcode: string | null }
}) {
  return (
    <Group gap={2} wrap="nowrap" className={classes['above'] ?? ''}>
      <CopyButton value={claimUrl(drop)}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? inDashboard('copied') : inDashboard('copyClaimLink')} withArrow>
            <ActionIcon
              variant="subtle"
              color={copied ? 'leaf' : 'gray'}
              size="lg"
              onClick={copy}
              aria-label={inDashboard(copied ? 'claimLinkCopied' : 'copyClaimLinkOf', { title: drop.title })}
            >
              {copied ? <IconCheck size={18} /> : <IconLink size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <Tooltip label={inDashboard('openClaimPage')} withArrow>
        <ActionIcon
          component="a"
          href={claimPath(drop)}
          target="_blank"
          rel="noopener"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={inDashboard('openClaimPageOf', { title: drop.title })}
        >
          <IconExternalLink size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

/** The drop's latest progress: from the last update if it is followed, otherwise as it was read. */
export function useLiveProgress(
  drop: DropCardFragment,
  isFollowed: boolean,
): { readonly drop: DropCardFragment; readonly isLive: boolean } {
  const [progress, setProgress] = useState<DropProgressFragment | null>(null)
  const { isUp } = useLive(WatchDropCardDocument, isFollowed ? { dropId: drop.id } : null, {
    onUpdate: ({ dropUpdates }) => setProgress(dropUpdates.drop),
  })
  const isLive = isFollowed && isUp
  return { drop: isLive && progress ? { ...drop, ...progress } : drop, isLive }
}

/** The title of a drop, as a link that covers the card or row around it. */
export const DropLink = ({ drop }: { readonly drop: { readonly id: string; readonly title: string } }) => (
  <Link to={`/drops/${drop.id}`} className={classes['link']}>
    {drop.title}
  </Link>
)
