import { Avatar, Card, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { DropPicture } from '../components/drop-picture.tsx'
import { PublicPage } from '../components/public-page.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { useNow } from '../components/use-now.ts'
import { pictureSources } from '../page/shown-picture.ts'
import { inClaim } from '../words/messages.ts'
import { AwardLine } from './award-line.tsx'
import classes from './claim-page.module.css'
import { ClaimPanel } from './claim-panel.tsx'
import { type ClosedWhy, closedWhy } from './claim-step.ts'
import { DropStory } from './drop-story.tsx'
import { privateKeyInAddress } from './link-in-address.ts'
import { useClaimActs } from './use-claim-acts.ts'
import { useClaimer } from './use-claimer.ts'
import { useWalletState } from './use-wallet-state.ts'
import { WhatIsLeft } from './what-is-left.tsx'

// Its menu is large, and nothing to those who have no wallet connected.
const ConnectedWallet = lazy(() => import('./connected-wallet.tsx'))

// It brings the library of signatures, which only those need who come by a link.
const LinkPanel = lazy(() => import('./link-panel.tsx'))

const LotteryPanel = lazy(() => import('./lottery-panel.tsx'))

const privateKey = privateKeyInAddress()

const SHOWN_STATUS = {
  not_started: 'SCHEDULED',
  paused: 'PAUSED',
  sold_out: 'SOLD_OUT',
  ended: 'ENDED',
  cancelled: 'CANCELLED',
} as const

const OVER: ReadonlySet<ClosedWhy> = new Set(['sold_out', 'ended', 'cancelled'])

/** A drop, and everything that one can do with it. */
export function DropView({
  drop,
  isLive,
}: {
  readonly drop: ClaimableDropFragment
  readonly isLive: boolean
}) {
  useDocumentTitle(inClaim('tabTitle', { title: drop.title }))
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const who = useClaimer()
  const acts = useClaimActs(drop, who)
  const walletState = useWalletState(drop, who.address, acts.made.at(-1) ?? null)
  const why = closedWhy(drop, useNow())
  const wallet =
    who.address === null ? null : (
      <Suspense>
        <ConnectedWallet address={who.address} onAnother={acts.connect} onDisconnect={who.disconnect} />
      </Suspense>
    )
  const panel = (
    <ClaimPanel drop={drop} acts={acts} isConnected={who.address !== null} standing={walletState} />
  )
  const isLottery = drop.admission === 'LOTTERY'
  return (
    <PublicPage right={wallet}>
      <div className={classes['page']}>
        <div className={classes['picture']}>
          <DropPicture id={drop.id} imageUrl={drop.imageUrl} ratio={isNarrow ? 2.3 : 16 / 9} />
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
              <Group gap={6} mt={4} wrap="nowrap">
                {drop.creator.avatarUrl === null ? null : (
                  <Avatar
                    src={pictureSources(drop.creator.avatarUrl, 20)?.src ?? null}
                    size={20}
                    radius="xl"
                    alt=""
                  />
                )}
                <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {inClaim.rich('by', {
                    name: () => <bdi>{drop.creator.displayName ?? drop.creator.username}</bdi>,
                  })}
                </Text>
              </Group>
            </div>
            <AwardLine drop={drop} isOver={why !== null && OVER.has(why)} />
            <WhatIsLeft drop={drop} isLive={isLive} />
            <Divider />
            <Suspense fallback={<Skeleton h={48} aria-busy />}>
              {privateKey !== null ? (
                <LinkPanel drop={drop} privateKey={privateKey} who={who} />
              ) : isLottery ? (
                <LotteryPanel dropId={drop.id} who={who} step={walletState.step}>
                  {panel}
                </LotteryPanel>
              ) : (
                panel
              )}
            </Suspense>
          </Stack>
        </Card>
        <DropStory drop={drop} />
      </div>
    </PublicPage>
  )
}
