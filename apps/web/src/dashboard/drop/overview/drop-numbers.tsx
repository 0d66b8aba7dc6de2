import { Paper, SimpleGrid, Text } from '@mantine/core'
import { DropNumbersDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { useNow } from '../../../components/use-now.ts'
import { count } from '../../../words/amount.ts'
import { bareAmount, unitOf } from '../../../words/drop-amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { countdown, fromNow } from '../../../words/time.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { windowOf } from './history.ts'

/** The drop's key numbers. */
export function DropNumbers({ drop }: { readonly drop: ShownDrop }) {
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
