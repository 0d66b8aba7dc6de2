import { ScrollArea, Table, Text } from '@mantine/core'
import { CopiedText } from '../../../components/copied-text.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { TransactionText } from '../../../components/transaction-text.tsx'
import { count } from '../../../words/amount.ts'
import { bareAmount, unitOf } from '../../../words/drop-amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { t } from '../../../words/messages.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { inWords } from '../../../words/time.ts'
import classes from '../phone-table.module.css'
import type { ShownDrop } from '../use-drop.ts'
import type { ClaimRow } from './use-claim-pages.ts'

/**
 * A page of claims. On phones, each claim looks like a card; the table roles are set explicitly, because the CSS removes
 * them.
 */
export function ClaimsTable({
  drop,
  rows,
}: {
  readonly drop: ShownDrop
  readonly rows: readonly ClaimRow[]
}) {
  const hasStreaks = drop.claimType === 'STREAK'
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': inDropTabs('claims') }}
    >
      <Table
        verticalSpacing="xs"
        className={`numbers ${classes['table']} ${classes['wide']}`}
        highlightOnHover
        role="table"
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{inDropTabs('no')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('wallet')}</Table.Th>
            <Table.Th role="columnheader" ta="right">
              {unitOf(drop)}
            </Table.Th>
            {hasStreaks ? (
              <Table.Th role="columnheader" ta="right">
                {inDropTabs('daysInRow')}
              </Table.Th>
            ) : null}
            <Table.Th role="columnheader">{inDropTabs('status')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('claimed')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('transaction')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((claim) => (
            <Table.Tr key={claim.id} role="row">
              <Table.Td role="cell" data-column={inDropTabs('no')} c="dimmed">
                {count(claim.sequence ?? 0)}
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('wallet')}>
                <CopiedText
                  text={claim.userAddress ?? ''}
                  shown={shortAddress(claim.userAddress ?? '')}
                  label={inDropTabs('walletOfClaimSequence', { sequence: claim.sequence ?? 0 })}
                />
                {claim.recipient === null || claim.recipient === claim.userAddress ? null : (
                  <CopiedText
                    text={claim.recipient}
                    shown={`→ ${shortAddress(claim.recipient)}`}
                    label={inDropTabs('recipientOfClaimSequence', { sequence: claim.sequence ?? 0 })}
                  />
                )}
              </Table.Td>
              <Table.Td role="cell" data-column={unitOf(drop)} ta="right">
                {claim.amount === null ? (
                  <Text span c="dimmed" size="sm">
                    {t('notDrawnYet')}
                  </Text>
                ) : (
                  bareAmount(drop, claim.amount)
                )}
              </Table.Td>
              {hasStreaks ? (
                <Table.Td role="cell" data-column={inDropTabs('daysInRow')} ta="right">
                  {count(claim.streak ?? 0)}
                </Table.Td>
              ) : null}
              <Table.Td role="cell" data-column={inDropTabs('status')}>
                <StatusBadge status={claim.status ?? ''} size="sm" />
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('claimed')} style={{ whiteSpace: 'nowrap' }}>
                {claim.createdAt === null ? '' : inWords(claim.createdAt)}
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('transaction')}>
                {claim.txHash === null ? (
                  <Text span c="dimmed" size="sm">
                    {claim.status === 'PENDING' || claim.status === 'SUBMITTED'
                      ? inDropTabs('notYet')
                      : inDropTabs('none')}
                  </Text>
                ) : (
                  <TransactionText
                    txHash={claim.txHash}
                    label={inDropTabs('transactionOfClaimSequence', { sequence: claim.sequence ?? 0 })}
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
