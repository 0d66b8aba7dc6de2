import { ScrollArea, Table, Text } from '@mantine/core'
import { bareAmount, count, unitOf } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../use-drop.ts'
import { type HistoryPoint, timeLabels } from './history.ts'

/** The chart's data as a table, for screen readers and users who prefer numbers. Omits intervals without claims. */
export default function HistoryTable({
  drop,
  history,
}: {
  readonly drop: ShownDrop
  readonly history: readonly HistoryPoint[]
}) {
  const label = timeLabels(history)
  const withClaims = history.filter(({ claims }) => claims > 0)
  if (withClaims.length === 0) return <Text c="dimmed">{inDrop('noClaimsInThisTime')}</Text>
  return (
    <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': inDrop('claimsOverTime') }}>
      <Table className="numbers" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{inDrop('from')}</Table.Th>
            <Table.Th ta="right">{inDrop('claims')}</Table.Th>
            <Table.Th ta="right">{unitOf(drop)}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {withClaims.map(({ at, claims, amount }) => (
            <Table.Tr key={at}>
              <Table.Td>{label(at)}</Table.Td>
              <Table.Td ta="right">{count(claims)}</Table.Td>
              <Table.Td ta="right">{bareAmount(drop, amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
