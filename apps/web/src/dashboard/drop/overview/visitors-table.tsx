import { ScrollArea, Table, Text } from '@mantine/core'
import type { DropAnalyticsQuery } from '../../../api/generated/operations.ts'
import { count } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { timeLabels } from './history.ts'

type Points = NonNullable<DropAnalyticsQuery['dropAnalytics']>['points']

/** The chart's data as a table. Omits intervals in which nothing happened. */
export default function VisitorsTable({ points }: { readonly points: Points }) {
  const label = timeLabels(points)
  const eventful = points.filter(({ views, wallets, tries, claims }) => views + wallets + tries + claims > 0)
  if (eventful.length === 0) return <Text c="dimmed">{inDrop('noVisitorsInThis')}</Text>
  return (
    <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': inDrop('visitorsOverTime') }}>
      <Table className="numbers" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{inDrop('from')}</Table.Th>
            <Table.Th ta="right">{inDrop('views')}</Table.Th>
            <Table.Th ta="right">{inDrop('walletsSeen')}</Table.Th>
            <Table.Th ta="right">{inDrop('tries')}</Table.Th>
            <Table.Th ta="right">{inDrop('claims')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {eventful.map(({ at, views, wallets, tries, claims }) => (
            <Table.Tr key={at}>
              <Table.Td>{label(at)}</Table.Td>
              <Table.Td ta="right">{count(views)}</Table.Td>
              <Table.Td ta="right">{count(wallets)}</Table.Td>
              <Table.Td ta="right">{count(tries)}</Table.Td>
              <Table.Td ta="right">{count(claims)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
