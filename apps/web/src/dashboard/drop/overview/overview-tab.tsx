import { Grid, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ShownDrop } from '../shown-drop.ts'
import { ClaimsChart } from './claims-chart.tsx'
import { DropNumbers } from './drop-numbers.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { ShareCard } from './share-card.tsx'
import { VaultCard } from './vault-card.tsx'
import { VisitorsCard } from './visitors-card.tsx'

// Loaded for the few drops with a lottery.
const LotteryCard = lazy(() => import('./lottery-card.tsx'))

/** An overview of the drop. */
export function OverviewTab({ drop }: { readonly drop: ShownDrop }) {
  return (
    <Stack gap="md">
      <DropNumbers drop={drop} />
      {drop.admission === 'LOTTERY' ? (
        <Suspense fallback={<Skeleton height={240} radius="lg" />}>
          <LotteryCard drop={drop} />
        </Suspense>
      ) : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <ClaimsChart drop={drop} />
            {drop.status === 'DRAFT' ? null : <VisitorsCard drop={drop} />}
            <RecentActivity drop={drop} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <VaultCard drop={drop} />
            {drop.status === 'DRAFT' ? null : <ShareCard drop={drop} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
