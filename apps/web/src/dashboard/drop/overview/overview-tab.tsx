import { Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { DropActivityDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { QrCode } from '../../../components/qr-code.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { useNow } from '../../../components/use-now.ts'
import { claimUrl } from '../../../page/claim-url.ts'
import { pageData } from '../../../page/page-data.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { ago, inWords } from '../../../words/time.ts'
import { Card } from '../card.tsx'
import { ClaimLink } from '../head/claim-link.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { useCalmRefresh } from '../use-calm-refresh.ts'
import { activityInWords } from './activity-words.ts'
import { ClaimsChart } from './claims-chart.tsx'
import { DropNumbers } from './drop-numbers.tsx'
import { embedSnippet } from './embed-snippet.ts'
import { VaultCard } from './vault-card.tsx'
import { VisitorsCard } from './visitors-card.tsx'

// Loaded for the few drops with a lottery.
const LotteryCard = lazy(() => import('./lottery-card.tsx'))

/** The latest events. */
function RecentActivity({ drop }: { readonly drop: ShownDrop }) {
  const read = useRead(DropActivityDocument, { dropId: drop.id })
  useCalmRefresh(`${drop.claimCount} ${drop.status} ${drop.updatedAt}`, () => void read.refetch())
  const nowMs = useNow(10_000)
  const events = read.data?.platformEvents

  return (
    <Card title={inDrop('recentActivity')}>
      {events === undefined ? (
        read.error ? (
          <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton height={200} />
        )
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
