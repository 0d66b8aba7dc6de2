import { Card, Group, List, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { amountInWords, count } from '../words/amount.ts'
import { inVerify } from '../words/messages.ts'
import { spreadOf } from './draws.ts'
import { DrawsTable } from './draws-table.tsx'
import { type DropCheck, useDropCheck } from './use-drop-check.ts'
import { Verdict } from './verdict.tsx'
import classes from './verify.module.css'

/** The progress of the check. */
function CheckProgress({
  state,
  expected,
}: {
  readonly state: Extract<DropCheck, { readonly kind: 'loading' | 'checking' }>
  /** The expected number of draws. */
  readonly expected: number
}) {
  const [title, done, total] =
    state.kind === 'loading'
      ? [inVerify('gettingDraws'), state.loaded, Math.max(expected, state.loaded)]
      : [inVerify('recomputingDraws'), state.checked, state.draws.length]
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title} …
        </Title>
        <Progress.Root size="lg">
          <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={title} />
        </Progress.Root>
        <Text size="sm" c="dimmed" className="numbers">
          {inVerify('countOfCount2', { count: count(done), count2: count(total) })}
        </Text>
      </Stack>
    </Card>
  )
}

/** Checks a finished drop: loads its draws and shows the verdict. */
export function FinishedCheck({
  drop,
  wallet,
}: {
  readonly drop: DropToCheckFragment
  readonly wallet: string
}) {
  const show = (amount: bigint) => amountInWords(drop, amount)
  const { state, again } = useDropCheck(drop)
  const draws = state.kind === 'done' ? state.draws : null
  // 0 means that the amount is not drawn yet.
  const amounts = useMemo(
    () => draws?.map(({ amount }) => amount).filter((amount) => amount > 0n) ?? [],
    [draws],
  )
  const isByBeacon = drop.randomness === 'BEACON'
  const how = <HowDrawsWork hasSupply={drop.supply !== null} isOver isByBeacon={isByBeacon} />
  return (
    <Stack gap="lg">
      {state.kind === 'failed' ? (
        <ErrorMessage title={inVerify('drawsCouldNotBe')} error={state.error} onRetry={again} />
      ) : state.kind === 'done' ? (
        <Verdict check={state.check} pool={BigInt(drop.maxAmount ?? 0)} supply={drop.supply} show={show} />
      ) : (
        <CheckProgress state={state} expected={drop.claimCount ?? 0} />
      )}
      {draws === null || draws.length === 0 ? (
        how
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            <SpreadPlot amounts={amounts} show={show} />
            {how}
          </SimpleGrid>
          <DrawsTable draws={draws} wallet={wallet} drop={drop} />
        </>
      )}
    </Stack>
  )
}

const HEIGHT = 100
const WIDTH = 10
const GAP = 2

/** A histogram of the amounts. */
function SpreadPlot({
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

/** Explains the draw in six sentences. */
export function HowDrawsWork({
  hasSupply,
  isOver,
  isByBeacon,
}: {
  /** Whether the number of draws is fixed. */
  readonly hasSupply: boolean
  readonly isOver: boolean
  /** Whether the draw uses a public beacon. */
  readonly isByBeacon: boolean
}) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inVerify('howDrawWorks')}
        </Title>
        <List type="ordered" spacing="sm" size="sm" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
          <List.Item>{inVerify('whenDropWasMade')}</List.Item>
          <List.Item>{inVerify('itShowedSeedsFingerprint')}</List.Item>
          <List.Item>
            {isByBeacon ? inVerify('eachAmountFollowsFrom') : inVerify('eachAmountFollowsFromSeed')}
          </List.Item>
          <List.Item>{isByBeacon ? inVerify('roundWasUnknown') : inVerify('operatorOfServiceHas')}</List.Item>
          <List.Item>{hasSupply ? inVerify('onAverageEveryPlace') : inVerify('eachDrawTakesUp')}</List.Item>
          <List.Item>{isOver ? inVerify('nowThatDropIs') : inVerify('whenDropIsOver')}</List.Item>
        </List>
      </Stack>
    </Card>
  )
}
