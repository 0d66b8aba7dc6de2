import { isPublicDrop } from '@dropkit/core/internal'
import { Anchor, Avatar, Card, Divider, Group, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDice5 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { DropPicture, TokenPicture } from '../components/drop-picture.tsx'
import { PublicPage } from '../components/page-frame.tsx'
import { LiveSign, StatusBadge } from '../components/status-badge.tsx'
import { useNow } from '../components/use-now.ts'
import { isEmbedded } from '../page/page-data.ts'
import { pictureSources } from '../page/shown-picture.ts'
import { amountInWords, count, percent } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'
import classes from './claim-page.module.css'
import { type ClosedWhy, closedWhy } from './claim-step.ts'
import { awardWords, claimableItems } from './drop-award.ts'
import { DropStory } from './drop-story.tsx'

const SHOWN_STATUS = {
  not_started: 'SCHEDULED',
  paused: 'PAUSED',
  sold_out: 'SOLD_OUT',
  ended: 'ENDED',
  cancelled: 'CANCELLED',
} as const

const OVER: ReadonlySet<ClosedWhy> = new Set(['sold_out', 'ended', 'cancelled'])

/** The layout of a drop's page. `children` are the claimer's actions. */
export function DropLayout({
  drop,
  isLive,
  right,
  children,
}: {
  readonly drop: ClaimableDropFragment
  readonly isLive: boolean
  /** Next to the logo, for example the connected wallet. */
  readonly right?: ReactNode
  readonly children: ReactNode
}) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const why = closedWhy(drop, useNow())
  // The cover is the picture of a drop without one. It is not shown twice.
  const hero = drop.imageUrl === null || isEmbedded ? null : pictureSources(drop.creator.cover, 1008)
  return (
    <PublicPage right={right}>
      {hero === null ? null : <img {...hero} alt="" className={classes['hero']} />}
      <div className={classes['page']}>
        <div className={classes['picture']}>
          <DropPicture
            id={drop.id}
            imageUrl={drop.imageUrl ?? drop.creator.cover}
            ratio={isNarrow ? 2.3 : 16 / 9}
          />
        </div>
        <Card withBorder radius="lg" padding="lg" className={classes['card']}>
          <Stack gap="md">
            <div>
              {why === null ? null : (
                <Group mb={6}>
                  <StatusBadge status={SHOWN_STATUS[why]} />
                </Group>
              )}
              <Title order={1} size="h2" dir="auto" className={classes['title']}>
                {drop.title}
              </Title>
              <CreatorLine drop={drop} />
            </div>
            <AwardLine drop={drop} isOver={why !== null && OVER.has(why)} />
            <WhatIsLeft drop={drop} isLive={isLive} />
            <Divider />
            {children}
          </Stack>
        </Card>
        <DropStory drop={drop} />
      </div>
    </PublicPage>
  )
}

/** Who gives the drop away, with a link to the creator's page if it shows this drop. */
function CreatorLine({ drop }: { readonly drop: ClaimableDropFragment }) {
  const { creator } = drop
  const picture = pictureSources(creator.logo ?? creator.avatarUrl, 24)
  const name = <bdi>{creator.displayName ?? creator.username}</bdi>
  return (
    <Group gap={6} mt={4} wrap="nowrap">
      {picture === null ? null : (
        <Avatar src={picture.src} size={24} radius={creator.logo === null ? 'xl' : 'sm'} alt="" />
      )}
      <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {inClaim.rich('by', {
          name: () =>
            isPublicDrop(drop) ? (
              <Anchor href={`/c/${creator.username}`} inherit underline="always">
                {name}
              </Anchor>
            ) : (
              name
            ),
        })}
      </Text>
    </Group>
  )
}

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

/** Takes the place of the panel while a part of it loads. */
export const PanelSkeleton = () => (
  <Stack gap="sm" aria-busy>
    <Skeleton h={16} w="70%" />
    <Skeleton h={48} />
  </Stack>
)
