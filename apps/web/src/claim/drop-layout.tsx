import { isPublicDrop } from '@dropkit/core/internal'
import { Anchor, Avatar, Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { PublicPage } from '../components/public-page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { useNow } from '../components/use-now.ts'
import { isEmbedded } from '../page/page-data.ts'
import { pictureSources } from '../page/shown-picture.ts'
import { inClaim } from '../words/messages.ts'
import classes from './claim-page.module.css'
import { type ClosedWhy, closedWhy } from './claim-step.ts'
import { AwardLine, WhatIsLeft } from './drop-facts.tsx'
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
