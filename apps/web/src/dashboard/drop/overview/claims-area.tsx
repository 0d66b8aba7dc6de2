import { Box, Paper, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { count, shortCount } from '../../../words/amount.ts'
import classes from './claims-area.module.css'
import { type HistoryPoint, heightScale, pickedLabels, timeLabels } from './history.ts'

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
