import { Center, Group, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DropAnalyticsDocument, type DropAnalyticsQuery } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { NotLoaded } from '../../../components/error-message.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { percent } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../../card.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { ClaimsArea } from './claims-chart.tsx'

// Loaded when there is something to show in them.
const RefusalsTable = lazyPart(async () => ({ default: (await import('./tables.tsx')).RefusalsTable }))
const VisitorsTable = lazyPart(async () => ({ default: (await import('./tables.tsx')).VisitorsTable }))

const INTERVALS = [
  { value: 'HOUR', label: inDrop('hours48') },
  { value: 'DAY', label: inDrop('days30') },
] as const

const MEASURES = [
  { value: 'views', label: inDrop('views') },
  { value: 'wallets', label: inDrop('walletsSeen') },
  { value: 'tries', label: inDrop('tries') },
  { value: 'claims', label: inDrop('claims') },
] as const

type Interval = (typeof INTERVALS)[number]['value']
type Measure = (typeof MEASURES)[number]['value']

/** How often the claim page was seen, how many of its visitors got how far, and why claims were refused. */
export function VisitorsCard({ drop: { id } }: { readonly drop: ShownDrop }) {
  const [interval, setInterval] = useState<Interval>('HOUR')
  const read = useRead(
    DropAnalyticsDocument,
    { id, interval },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  )
  const analytics = read.data?.dropAnalytics

  return (
    <Card
      title={inDrop('visitors')}
      hint={inDrop('visitorsHint')}
      right={
        <SegmentedControl
          size="xs"
          data={[...INTERVALS]}
          value={interval}
          onChange={(value) => setInterval(value as Interval)}
          aria-label={inDrop('howFarBack')}
        />
      }
    >
      {analytics ? <Funnel analytics={analytics} /> : <NotLoaded read={read} height={320} />}
    </Card>
  )
}

function Funnel({ analytics }: { readonly analytics: NonNullable<DropAnalyticsQuery['dropAnalytics']> }) {
  const [measure, setMeasure] = useState<Measure>('views')
  const [isTable, setTable] = useState(false)
  const { points, refusals, conversion, ...totals } = analytics
  const summary = inDrop('visitorsSummary', totals)
  const history = points.map((point) => ({ at: point.at, claims: point[measure] }))
  return (
    <Stack gap="sm">
      <Text className="numbers">
        {summary} {conversionInWords(conversion)}
      </Text>
      {isTable ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <VisitorsTable points={points} />
        </Suspense>
      ) : history.some(({ claims }) => claims > 0) ? (
        <ClaimsArea history={history} summary={summary} />
      ) : (
        <Center h={240}>
          <Text c="dimmed">{inDrop('noVisitorsInThis')}</Text>
        </Center>
      )}
      <Group gap="lg">
        <SegmentedControl
          size="xs"
          data={[...MEASURES]}
          value={measure}
          onChange={(value) => setMeasure(value as Measure)}
          disabled={isTable}
          aria-label={inDrop('whatToShow')}
        />
        <Switch
          label={inDrop('asTable')}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      </Group>
      {refusals.length === 0 ? null : (
        <Suspense>
          <RefusalsTable refusals={refusals} />
        </Suspense>
      )}
    </Stack>
  )
}

/** Above 100 if wallets claim without the claim page. Then it is not a share of the views. */
function conversionInWords(conversion: number | null): string | null {
  if (conversion === null) return null
  return conversion > 100
    ? inDrop('moreClaimsThanViews')
    : inDrop('conversion', { percent: percent(conversion) })
}
