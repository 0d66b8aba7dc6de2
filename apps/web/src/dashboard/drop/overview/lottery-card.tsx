import { ScrollArea, SimpleGrid, Skeleton, Stack, Table, Text } from '@mantine/core'
import { DropLotteryDocument, type LotteryPhase } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { useNow } from '../../../components/use-now.ts'
import { count, counted } from '../../../words/amount.ts'
import { countdown, inWords } from '../../../words/time.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'

const READ_EVERY_MS = 5_000

const PHASE_WORDS: Readonly<Record<LotteryPhase, string>> = {
  OPEN: 'Wallets can enter while the drop is active.',
  FREEZING: 'Entries are closed and are being sealed.',
  FROZEN: 'Entries are sealed. The draw waits for a public round of randomness.',
  RANKING: 'The draw is under way.',
  DRAWN: 'Drawn. The waiting list moves up when winners do not claim in time.',
}

/** How far the lottery of a drop is: its entries, its round, who may claim, and who waits. */
export function LotteryCard({ drop }: { readonly drop: ShownDrop }) {
  const nowMs = useNow()
  const read = useRead(DropLotteryDocument, { id: drop.id }, { refetchInterval: READ_EVERY_MS })
  const lottery = read.data?.drop?.lottery
  if (!lottery)
    return read.error ? (
      <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton height={160} radius="lg" />
    )
  const { phase, entries, round, drawsAt, admittedRank, waves } = lottery
  const leftMs = drop.entriesCloseAt === null ? 0 : Date.parse(drop.entriesCloseAt) - nowMs
  return (
    <Card title="Lottery" hint={PHASE_WORDS[phase]}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          <Fact label="Entries" value={count(entries)} />
          <Fact
            label="Entries close"
            value={
              phase === 'OPEN' && leftMs > 0 ? `in ${countdown(leftMs)}` : inWords(drop.entriesCloseAt ?? '')
            }
          />
          <Fact
            label="Round of the beacon"
            value={
              round === null || drawsAt === null
                ? 'Chosen after the close'
                : `${count(round)}, ${inWords(drawsAt)}`
            }
          />
          <Fact
            label="Waiting list"
            value={
              phase === 'DRAWN' ? counted(Math.max(0, entries - admittedRank), 'wallet') : 'After the draw'
            }
          />
        </SimpleGrid>
        {waves.length === 0 ? null : (
          <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': 'Who may claim' }}>
            <Table className="numbers" stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Ranks</Table.Th>
                  <Table.Th>May claim until</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {waves.map(({ firstRank, lastRank, claimBy }) => (
                  <Table.Tr key={firstRank}>
                    <Table.Td>{ranksOf(firstRank, lastRank)}</Table.Td>
                    <Table.Td>{inWords(claimBy)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Card>
  )
}

const ranksOf = (first: number, last: number): string =>
  first >= last ? count(first) : `${count(first)} to ${count(last)}`

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text fw={600} className="numbers" style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Text>
  </div>
)
