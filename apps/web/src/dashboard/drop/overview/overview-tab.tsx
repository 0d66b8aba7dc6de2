import { Grid, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { DropActivityDocument, DropNumbersDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { CodeBlock } from '../../../components/copyable.tsx'
import { NotLoaded } from '../../../components/error-message.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { QrCode } from '../../../components/qr-code.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { embedSnippet } from '../../../components/share/share-links.ts'
import { useNow } from '../../../components/use-now.ts'
import { claimUrl, pageData } from '../../../page/page-data.ts'
import { bareAmount, count, unitOf } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { ago, countdown, fromNow, inWords } from '../../../words/time.ts'
import { Card } from '../../card.tsx'
import { ClaimLink } from '../head/drop-head.tsx'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'
import { ClaimsChart } from './claims-chart.tsx'
import { activityInWords, windowOf } from './history.ts'
import { VaultCard } from './vault-card.tsx'
import { VisitorsCard } from './visitors-card.tsx'

// Loaded for the few drops with a lottery.
const LotteryCard = lazyPart(() => import('./lottery-card.tsx'))

/** The latest events. */
function RecentActivity({ drop }: { readonly drop: ShownDrop }) {
  const read = useRead(DropActivityDocument, { dropId: drop.id })
  useCalmRefresh(`${drop.claimCount} ${drop.status} ${drop.updatedAt}`, () => void read.refetch())
  const nowMs = useNow(10_000)
  const events = read.data?.platformEvents

  return (
    <Card title={inDrop('recentActivity')}>
      {events === undefined ? (
        <NotLoaded read={read} height={200} />
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {events.map((event) => (
            <Group
              key={event.id}
              component="li"
              justify="space-between"
              gap="sm"
              wrap="nowrap"
              align="baseline"
            >
              <Text size="sm" className="numbers">
                {activityInWords(drop, event)}
              </Text>
              <Text
                component="time"
                dateTime={event.timestamp}
                title={inWords(event.timestamp)}
                size="xs"
                c="dimmed"
                style={{ whiteSpace: 'nowrap' }}
              >
                {ago(event.timestamp, nowMs)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Card>
  )
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The ways to share the drop. */
function ShareCard({ drop }: { readonly drop: ShownDrop }) {
  const url = claimUrl(drop)
  return (
    <Card title={inDrop('share')} hint={inDrop('everybodyWithThisLink')}>
      <Stack gap="sm">
        <ClaimLink drop={drop} />
        <Group>
          <ShareButton drop={drop} variant="light" />
        </Group>
        <QrCode url={url} label={inDrop('qrCodeOfClaim')} />
        <Text size="sm">{inDrop('linkForPageOf')}</Text>
        <CodeBlock label={inDrop('link')} text={`<a href="${url}">${escaped(drop.title)}</a>`} />
        <Text size="sm">{inDrop(drop.embedOrigins.length === 0 ? 'embedNowhere' : 'embedOnYourSite')}</Text>
        {drop.embedOrigins.length === 0 ? null : (
          <CodeBlock
            label={inDrop('embed')}
            text={embedSnippet({
              publicUrl: pageData.publicUrl,
              shortcode: drop.shortcode ?? drop.id,
              title: drop.title,
            })}
          />
        )}
      </Stack>
    </Card>
  )
}

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

/** The drop's key numbers. */
function DropNumbers({ drop }: { readonly drop: ShownDrop }) {
  const { data } = useRead(
    DropNumbersDocument,
    { id: drop.id, ...windowOf('all', 0) },
    { refetchInterval: 30_000 },
  )
  const recent = data?.dropDashboardStats?.recentClaims
  const unit = unitOf(drop)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <OneNumber label={inDrop('claimed')} value={bareAmount(drop, drop.claimedAmount)} unit={unit} />
      <OneNumber label={inDrop('left')} value={bareAmount(drop, drop.remainingBalance)} unit={unit} />
      <OneNumber
        label={inDrop('last24Hours')}
        value={recent === undefined ? '…' : count(recent)}
        unit={inDrop('claimsUnit')}
      />
      <Schedule drop={drop} />
    </SimpleGrid>
  )
}

function OneNumber({
  label,
  value,
  unit,
}: {
  readonly label: string
  readonly value: string
  readonly unit: string
}) {
  return (
    <Paper withBorder radius="lg" p="md" miw={0}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text className="numbers" ff="heading" fw={700} size="xl" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" className="numbers">
        {unit}
      </Text>
    </Paper>
  )
}

/** The start or the end of the drop, whichever is next. */
function Schedule({ drop: { startsAt, claimDeadline } }: { readonly drop: ShownDrop }) {
  const nowMs = useNow()
  const startMs = startsAt === null ? 0 : Date.parse(startsAt)
  if (startMs > nowMs)
    return (
      <OneNumber label={inDrop('opensIn')} value={countdown(startMs - nowMs)} unit={inDrop('daysAndTime')} />
    )
  if (claimDeadline === null)
    return <OneNumber label={inDrop('deadline')} value={inDrop('none')} unit={inDrop('untilAllIsClaimed')} />
  const endMs = Date.parse(claimDeadline)
  return endMs > nowMs ? (
    <OneNumber label={inDrop('endsIn')} value={countdown(endMs - nowMs)} unit={inDrop('daysAndTime')} />
  ) : (
    <OneNumber label={inDrop('deadline')} value={fromNow(claimDeadline, nowMs)} unit={inDrop('hasPassed')} />
  )
}
