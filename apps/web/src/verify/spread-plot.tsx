import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages/verify.ts'
import { spreadOf } from './spread.ts'
import classes from './spread-plot.module.css'

const HEIGHT = 100
const WIDTH = 10
const GAP = 2

/** A histogram of the amounts. */
export function SpreadPlot({
  amounts,
  show,
}: {
  readonly amounts: readonly bigint[]
  readonly show: (amount: bigint) => string
}) {
  const spread = useMemo(() => spreadOf(amounts), [amounts])
  if (spread === null) return null
  const { smallest, mean, largest, bars } = spread
  const most = Math.max(...bars.map((bar) => bar.count))
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inVerify('howAmountsSpread')}
          </Title>
          <Text size="sm" c="dimmed">
            {inVerify('eachBarIsRange')}
          </Text>
        </div>
        <svg
          viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={classes['plot']}
          role="img"
          aria-label={inVerify('drawsFromShowTo', {
            draws: amounts.length,
            show: show(smallest),
            show2: show(largest),
            show3: show(mean),
          })}
        >
          {bars.map((bar, place) => {
            const height = bar.count === 0 ? 0 : Math.max(1.5, (HEIGHT * bar.count) / most)
            return (
              <rect
                key={String(bar.from)}
                x={place * WIDTH + GAP / 2}
                y={HEIGHT - height}
                width={WIDTH - GAP}
                height={height}
                className={classes['bar']}
              >
                <title>
                  {inVerify('countFromShowOn', { count: count(bar.count), show: show(bar.from) })}
                </title>
              </rect>
            )
          })}
        </svg>
        <Group justify="space-between" gap="xs">
          {(
            [
              [inVerify('smallest'), smallest],
              [inVerify('average'), mean],
              [inVerify('largest'), largest],
            ] as const
          ).map(([name, amount]) => (
            <div key={name}>
              <Text size="xs" c="dimmed">
                {name}
              </Text>
              <Text size="sm" fw={600} className="numbers">
                {show(amount)}
              </Text>
            </div>
          ))}
        </Group>
      </Stack>
    </Card>
  )
}
