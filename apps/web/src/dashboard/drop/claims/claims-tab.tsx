import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconArrowUp, IconGift } from '@tabler/icons-react'
import { useState } from 'react'
import { CopiedText } from '../../../components/copyable.tsx'
import { NotLoaded } from '../../../components/error-message.tsx'
import { EmptyState } from '../../../components/list-parts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { TransactionText } from '../../../components/transaction-text.tsx'
import { shortAddress } from '../../../words/addresses.ts'
import { bareAmount, count, unitOf } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { t } from '../../../words/messages.ts'
import { inWords } from '../../../words/time.ts'
import { Card } from '../../card.tsx'
import classes from '../drop.module.css'
import { Pager } from '../pager.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { ClaimFilters } from './claim-filters.tsx'
import { GiveOutCard } from './give-out-card.tsx'
import { type ClaimRow, type ClaimSearch, useClaimPages } from './use-claim-pages.ts'

const EVERYTHING: ClaimSearch = { status: null, userAddress: '' }

/** The claims of a drop. */
export function ClaimsTab({ drop }: { readonly drop: ShownDrop }) {
  const [search, setSearch] = useState(EVERYTHING)
  return (
    <Stack gap="md">
      {drop.claimAccess === 'OWNER' ? <GiveOutCard drop={drop} /> : null}
      <Card>
        <Stack>
          <ClaimFilters drop={drop} search={search} onChange={setSearch} />
          <FoundClaims key={JSON.stringify(search)} drop={drop} search={search} />
        </Stack>
      </Card>
    </Stack>
  )
}

function FoundClaims({ drop, search }: { readonly drop: ShownDrop; readonly search: ClaimSearch }) {
  const pages = useClaimPages(drop, search)
  const { rows } = pages
  if (rows === undefined)
    return <NotLoaded read={pages} height={320} aria-label={inDropTabs('claimsAreLoading')} />
  if (rows.length === 0 && !pages.hasNewer) {
    const isAll = search.status === null && search.userAddress === ''
    return (
      <EmptyState
        icon={<IconGift size={28} />}
        title={isAll ? inDropTabs('noClaimsYet') : inDropTabs('noMatchingClaims')}
      >
        {isAll ? inDropTabs('shareLinkOfDrop') : inDropTabs('noClaimMatchesThis')}
      </EmptyState>
    )
  }
  return (
    <Stack gap="sm">
      {pages.newAbove > 0 ? (
        <Group justify="center" role="status">
          <Button
            radius="xl"
            size="xs"
            leftSection={<IconArrowUp size={15} />}
            onClick={pages.toNewest}
            data-testid="new-claims"
          >
            {inDropTabs(pages.isManyAbove ? 'newOrMore' : 'new', { count: count(pages.newAbove) })}
          </Button>
        </Group>
      ) : null}
      <ClaimsTable drop={drop} rows={rows} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="numbers">
          {rows.length === 0
            ? inDropTabs('noOlderClaims')
            : inDropTabs('rangeNewestFirst', {
                first: count(pages.firstShown),
                last: count(pages.firstShown + rows.length - 1),
              })}
        </Text>
        <Pager
          newer={pages.hasNewer ? pages.showNewer : undefined}
          older={pages.hasOlder ? pages.showOlder : undefined}
        />
      </Group>
    </Stack>
  )
}

/**
 * A page of claims. On phones, each claim looks like a card; the table roles are set explicitly, because the CSS removes
 * them.
 */
function ClaimsTable({ drop, rows }: { readonly drop: ShownDrop; readonly rows: readonly ClaimRow[] }) {
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
