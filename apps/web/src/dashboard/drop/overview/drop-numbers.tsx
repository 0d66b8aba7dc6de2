import { Paper, SimpleGrid, Text } from '@mantine/core'
import { DropNumbersDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { useNow } from '../../../components/use-now.ts'
import { count } from '../../../words/amount.ts'
import { bareAmount, unitOf } from '../../../words/drop-amount.ts'
import { countdown, fromNow } from '../../../words/time.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { windowOf } from './history.ts'

/** What one looks for first. */
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
      <OneNumber label="Claimed" value={bareAmount(drop, drop.claimedAmount)} unit={unit} />
      <OneNumber label="Left" value={bareAmount(drop, drop.remainingBalance)} unit={unit} />
      <OneNumber label="Last 24 hours" value={recent === undefined ? '…' : count(recent)} unit="claims" />
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

/** When it begins or ends, whichever comes next. */
function Schedule({ drop: { startsAt, claimDeadline } }: { readonly drop: ShownDrop }) {
  const nowMs = useNow()
  const startMs = startsAt === null ? 0 : Date.parse(startsAt)
  if (startMs > nowMs)
    return <OneNumber label="Opens in" value={countdown(startMs - nowMs)} unit="days and time" />
  if (claimDeadline === null) return <OneNumber label="Deadline" value="None" unit="until all is claimed" />
  const endMs = Date.parse(claimDeadline)
  return endMs > nowMs ? (
    <OneNumber label="Ends in" value={countdown(endMs - nowMs)} unit="days and time" />
  ) : (
    <OneNumber label="Deadline" value={fromNow(claimDeadline, nowMs)} unit="has passed" />
  )
}
