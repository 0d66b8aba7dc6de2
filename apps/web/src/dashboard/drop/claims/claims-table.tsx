import { ScrollArea, Table, Text } from '@mantine/core'
import { CopiedText } from '../../../components/copied-text.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { shortAddress } from '../../../wallet/wallet.ts'
import { count, inWholeTokens } from '../../../words/amount.ts'
import { inWords } from '../../../words/time.ts'
import { decimalsOf, type ShownDrop, unitOf } from '../shown-drop.ts'
import type { ClaimRow } from './use-claim-pages.ts'

/** A page of claims; on a phone it scrolls inside itself. */
export function ClaimsTable({
  drop,
  rows,
}: {
  readonly drop: ShownDrop
  readonly rows: readonly ClaimRow[]
}) {
  const hasStreaks = drop.claimType === 'STREAK'
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Claims' }}>
      <Table miw={760} verticalSpacing="xs" className="numbers" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>No.</Table.Th>
            <Table.Th>Wallet</Table.Th>
            <Table.Th ta="right">{unitOf(drop)}</Table.Th>
            {hasStreaks ? <Table.Th ta="right">Days in a row</Table.Th> : null}
            <Table.Th>Status</Table.Th>
            <Table.Th>Claimed</Table.Th>
            <Table.Th>Transaction</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((claim) => (
            <Table.Tr key={claim.id}>
              <Table.Td c="dimmed">{count(claim.sequence ?? 0)}</Table.Td>
              <Table.Td>
                <CopiedText
                  text={claim.userAddress ?? ''}
                  shown={shortAddress(claim.userAddress ?? '')}
                  label={`wallet of claim ${claim.sequence}`}
                />
              </Table.Td>
              <Table.Td ta="right">{inWholeTokens(claim.amount ?? '0', decimalsOf(drop))}</Table.Td>
              {hasStreaks ? <Table.Td ta="right">{count(claim.streak ?? 0)}</Table.Td> : null}
              <Table.Td>
                <StatusBadge status={claim.status ?? ''} size="sm" />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {claim.createdAt === null ? '' : inWords(claim.createdAt)}
              </Table.Td>
              <Table.Td>
                {claim.txHash === null ? (
                  <Text span c="dimmed" size="sm">
                    {claim.status === 'PENDING' || claim.status === 'SUBMITTED' ? 'Not yet' : 'None'}
                  </Text>
                ) : (
                  <CopiedText
                    text={claim.txHash}
                    shown={shortAddress(claim.txHash)}
                    label={`transaction of claim ${claim.sequence}`}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
