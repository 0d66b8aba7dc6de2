import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowUp, IconChevronLeft, IconChevronRight, IconGift } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { count } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { ClaimFilters } from './claim-filters.tsx'
import { ClaimsTable } from './claims-table.tsx'
import { GiveOutCard } from './give-out-card.tsx'
import { type ClaimSearch, useClaimPages } from './use-claim-pages.ts'

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
    return pages.fault ? (
      <FaultMessage fault={pages.fault} onRetry={pages.retry} />
    ) : (
      <Skeleton height={320} aria-label={inDropTabs('claimsAreLoading')} />
    )
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
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChevronLeft size={15} />}
            disabled={!pages.hasNewer}
            onClick={pages.showNewer}
          >
            {inDropTabs('newer')}
          </Button>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconChevronRight size={15} />}
            disabled={!pages.hasOlder}
            onClick={pages.showOlder}
          >
            {inDropTabs('older')}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
