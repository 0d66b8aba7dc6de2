import { Code, ScrollArea, Table, Text } from '@mantine/core'
import type { DropAnalyticsQuery } from '../../../api/generated/operations.ts'
import { bareAmount, count, unitOf } from '../../../words/amount.ts'
import { codeWords } from '../../../words/error-words.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../use-drop.ts'
import { type HistoryPoint, timeLabels } from './history.ts'

type Analytics = NonNullable<DropAnalyticsQuery['dropAnalytics']>

/** The chart's data as a table, for screen readers and users who prefer numbers. Omits intervals without claims. */
export function HistoryTable({
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

/** The chart's data as a table. Omits intervals in which nothing happened. */
export function VisitorsTable({ points }: { readonly points: Analytics['points'] }) {
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

/** Why claims were refused: the message that claimers see, and the code of the API. */
export function RefusalsTable({ refusals }: { readonly refusals: Analytics['refusals'] }) {
  return (
    <Table className="numbers">
      <Table.Caption style={{ captionSide: 'top' }}>{inDrop('refusedTries')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{inDrop('reason')}</Table.Th>
          <Table.Th ta="right">{inDrop('times')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {refusals.map(({ code, count: times }) => (
          <Table.Tr key={code}>
            <Table.Td>
              <Text size="sm">{codeWords(code)}</Text>
              <Code>{code}</Code>
            </Table.Td>
            <Table.Td ta="right">{count(times)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
