import { Code, Table, Text } from '@mantine/core'
import type { DropAnalyticsQuery } from '../../../api/generated/operations.ts'
import { count } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { codeWords } from '../../../words/refusal.ts'

type Refusals = NonNullable<DropAnalyticsQuery['dropAnalytics']>['refusals']

/** Why claims were refused: the message that claimers see, and the code of the API. */
export default function RefusalsTable({ refusals }: { readonly refusals: Refusals }) {
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
