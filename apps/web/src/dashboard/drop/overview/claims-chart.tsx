import { Center, Group, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { DropNumbersDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { useNow } from '../../../components/use-now.ts'
import { count } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../card.tsx'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'
import { ClaimsArea } from './claims-area.tsx'
import { busiest, cumulated, type HistoryPoint, type Range, timeLabels, windowOf } from './history.ts'

// Loaded when the user asks for it.
const HistoryTable = lazy(() => import('./history-table.tsx'))

const RANGES = [
  { value: 'hour', label: inDrop('hour') },
  { value: 'day', label: inDrop('day') },
  { value: 'all', label: inDrop('all') },
] as const

/** The claims over time. Updates are throttled. */
export function ClaimsChart({ drop }: { readonly drop: ShownDrop }) {
  const [range, setRange] = useState<Range>('all')
  const [isCumulative, setCumulative] = useState(false)
  const [isTable, setTable] = useState(false)
  const variables = { id: drop.id, ...windowOf(range, useNow(30_000)) }
  const read = useRead(DropNumbersDocument, variables, { placeholderData: keepPreviousData })
  useCalmRefresh(`${drop.claimCount}`, () => void read.refetch())
  const history = read.data?.dropDashboardStats?.claimHistory

  return (
    <Card
      title={inDrop('claimsOverTime')}
      right={
        <SegmentedControl
          size="xs"
          data={[...RANGES]}
          value={range}
          onChange={(value) => setRange(value as Range)}
          aria-label={inDrop('howFarBack')}
        />
      }
    >
      {history === undefined ? (
        read.error ? (
          <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton height={240} />
        )
      ) : (
        <Stack gap="sm">
          {isTable ? (
            <Suspense fallback={<Skeleton height={240} />}>
              <HistoryTable drop={drop} history={history} />
            </Suspense>
          ) : (
            <Area
              history={isCumulative ? cumulated(history, drop.claimCount ?? 0) : history}
              summary={summaryOf(history, range)}
            />
          )}
          <Group gap="lg">
            <Switch
              label={inDrop('addUp')}
              checked={isCumulative}
              onChange={(event) => setCumulative(event.currentTarget.checked)}
              disabled={isTable}
            />
            <Switch
              label={inDrop('asTable')}
              checked={isTable}
              onChange={(event) => setTable(event.currentTarget.checked)}
            />
          </Group>
        </Stack>
      )}
    </Card>
  )
}

function summaryOf(history: readonly HistoryPoint[], range: Range): string {
  const claims = history.reduce((sum, point) => sum + point.claims, 0)
  const most = busiest(history)
  return most
    ? inDrop('claimsMostFrom', {
        count: claims,
        range,
        most: count(most.claims),
        time: timeLabels(history)(most.at),
      })
    : inDrop('claimsIn', { count: claims, range })
}

function Area({ history, summary }: { readonly history: readonly HistoryPoint[]; readonly summary: string }) {
  if (!busiest(history))
    return (
      <Center h={240}>
        <Text c="dimmed" ta="center">
          {inDrop('noClaimsInThis')}
        </Text>
      </Center>
    )
  return <ClaimsArea history={history} summary={summary} />
}
