import { Box, Center, Group, Paper, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type PointerEvent, Suspense, useState } from 'react'
import { DropNumbersDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { NotLoaded } from '../../../components/error-message.tsx'
import { lazyPart } from '../../../components/lazy-part.ts'
import { useNow } from '../../../components/use-now.ts'
import { count, shortCount } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../../card.tsx'
import classes from '../drop.module.css'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'
import {
  busiest,
  cumulated,
  type HistoryPoint,
  heightScale,
  pickedLabels,
  type Range,
  timeLabels,
  windowOf,
} from './history.ts'

// Loaded when the user asks for it.
const HistoryTable = lazyPart(async () => ({ default: (await import('./tables.tsx')).HistoryTable }))

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
        <NotLoaded read={read} height={240} />
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

const HEIGHT = 240
/** Pixels around the area, for the labels of the axes. */
const LEFT = 44
const RIGHT = 8
const TOP = 10
const BOTTOM = 26
const LABEL_WIDTH = 96

/** An area chart of a number per interval, such as that of claims. The pointer selects an interval and shows its number. */
export function ClaimsArea({
  history,
  summary,
}: {
  readonly history: readonly Pick<HistoryPoint, 'at' | 'claims'>[]
  /** The chart's content in a sentence, for screen readers. */
  readonly summary: string
}) {
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number | null>(null)
  const label = timeLabels(history)
  const { highest, ticks } = heightScale(Math.max(...history.map(({ claims }) => claims)))
  const innerWidth = Math.max(0, width - LEFT - RIGHT)
  const x = (index: number) => LEFT + (innerWidth * index) / Math.max(1, history.length - 1)
  const y = (claims: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - claims / highest)
  const line = history.map(({ claims }, index) => `${x(index)},${y(claims)}`).join(' ')
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    const index = Math.round((at / Math.max(1, innerWidth)) * (history.length - 1))
    setPointed(Math.min(history.length - 1, Math.max(0, index)))
  }
  const shown = pointed === null ? undefined : history[pointed]
  return (
    <Box ref={ref} pos="relative" role="img" aria-label={summary} dir="ltr">
      <svg
        width={width}
        height={HEIGHT}
        className={classes['chart']}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        aria-hidden
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} className={classes['grid']} />
            <text x={LEFT - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {shortCount(tick)}
            </text>
          </g>
        ))}
        {pickedLabels(history.length, Math.floor(innerWidth / LABEL_WIDTH)).map((index) => (
          <text key={index} x={x(index)} y={HEIGHT - 6} textAnchor={anchorOf(index, history.length)}>
            {label(history[index]?.at ?? '')}
          </text>
        ))}
        <polygon
          points={`${LEFT},${y(0)} ${line} ${x(history.length - 1)},${y(0)}`}
          className={classes['area']}
        />
        <polyline points={line} className={classes['line']} />
        {pointed === null || shown === undefined ? null : (
          <>
            <line x1={x(pointed)} x2={x(pointed)} y1={TOP} y2={y(0)} className={classes['pointer']} />
            <circle cx={x(pointed)} cy={y(shown.claims)} r={4} className={classes['dot']} />
          </>
        )}
      </svg>
      {pointed === null || shown === undefined ? null : (
        <Paper
          withBorder
          shadow="md"
          px="sm"
          py={6}
          className={classes['note']}
          style={x(pointed) > width / 2 ? { right: width - x(pointed) + 10 } : { left: x(pointed) + 10 }}
        >
          <Text size="xs" c="dimmed">
            {label(shown.at)}
          </Text>
          <Text size="sm" fw={600} className="numbers">
            {count(shown.claims)}
          </Text>
        </Paper>
      )}
    </Box>
  )
}

const anchorOf = (index: number, length: number): 'start' | 'middle' | 'end' =>
  index === 0 ? 'start' : index === length - 1 ? 'end' : 'middle'
