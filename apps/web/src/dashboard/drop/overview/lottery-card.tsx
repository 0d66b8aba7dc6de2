import { ScrollArea, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { DropLotteryDocument, type LotteryPhase } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { NotLoaded } from '../../../components/error-message.tsx'
import { useNow } from '../../../components/use-now.ts'
import { count } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { countdown, inWords } from '../../../words/time.ts'
import { Card } from '../../card.tsx'
import type { ShownDrop } from '../use-drop.ts'

const READ_EVERY_MS = 5_000

const PHASE_WORDS: Readonly<Record<LotteryPhase, string>> = {
  OPEN: inDrop('walletsCanEnterWhile'),
  FREEZING: inDrop('entriesAreClosedAnd'),
  FROZEN: inDrop('entriesAreSealedDraw'),
  RANKING: inDrop('drawIsUnderWay'),
  DRAWN: inDrop('drawnWaitingListMoves'),
}

/** The state of the drop's lottery: its entries, its round, who may claim, and who is on the waitlist. */
export default function LotteryCard({ drop }: { readonly drop: ShownDrop }) {
  const nowMs = useNow()
  const read = useRead(DropLotteryDocument, { id: drop.id }, { refetchInterval: READ_EVERY_MS })
  const lottery = read.data?.drop?.lottery
  if (!lottery) return <NotLoaded read={read} height={160} radius="lg" />
  const { phase, entries, round, drawsAt, admittedRank, waves } = lottery
  const leftMs = drop.entriesCloseAt === null ? 0 : Date.parse(drop.entriesCloseAt) - nowMs
  return (
    <Card title={inDrop('lottery')} hint={PHASE_WORDS[phase]}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          <Fact label={inDrop('entries')} value={count(entries)} />
          <Fact
            label={inDrop('entriesClose')}
            value={
              phase === 'OPEN' && leftMs > 0
                ? inDrop('inTime', { time: countdown(leftMs) })
                : inWords(drop.entriesCloseAt ?? '')
            }
          />
          <Fact
            label={inDrop('roundOfBeacon')}
            value={
              round === null || drawsAt === null
                ? inDrop('chosenAfterClose')
                : `${count(round)}, ${inWords(drawsAt)}`
            }
          />
          <Fact
            label={inDrop('waitingList')}
            value={
              phase === 'DRAWN'
                ? inDrop('wallets', { count: Math.max(0, entries - admittedRank) })
                : inDrop('afterDraw')
            }
          />
        </SimpleGrid>
        {waves.length === 0 ? null : (
          <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': inDrop('whoMayClaim') }}>
            <Table className="numbers" stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{inDrop('ranks')}</Table.Th>
                  <Table.Th>{inDrop('mayClaimUntil')}</Table.Th>
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
  first >= last ? count(first) : `${count(first)}–${count(last)}`

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
