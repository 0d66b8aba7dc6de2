import { parseAddress } from '@dropkit/core'
import { CloseButton, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { ClaimStatus } from '../../../api/generated/operations.ts'
import { StatusFilter } from '../../../components/status-filter.tsx'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { ExportButton } from './export-button.tsx'
import type { ClaimSearch } from './use-claim-pages.ts'

const STATUSES: readonly ClaimStatus[] = ['PENDING', 'SUBMITTED', 'CONFIRMED', 'EXPIRED', 'FAILED']

/** Filters for the list of claims. A wallet filter applies once the address is complete. */
export function ClaimFilters({
  drop,
  search,
  onChange,
}: {
  readonly drop: ShownDrop
  readonly search: ClaimSearch
  readonly onChange: (search: ClaimSearch) => void
}) {
  const [typed, setTyped] = useState(search.userAddress)
  const isAddress = typed === '' || parseAddress(typed, 'userAddress').ok
  const type = (text: string) => {
    setTyped(text)
    if (text === '' || parseAddress(text.trim(), 'userAddress').ok)
      onChange({ ...search, userAddress: text.trim() })
  }
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={inDropTabs('wallet')}
        placeholder="0x…"
        leftSection={<IconSearch size={16} />}
        rightSection={
          typed === '' ? null : (
            <CloseButton size="sm" aria-label={inDropTabs('showAllWallets')} onClick={() => type('')} />
          )
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        error={isAddress ? null : inDropTabs('addressIs0xAnd')}
        autoComplete="off"
        spellCheck={false}
        style={{ flex: '2 1 240px' }}
      />
      <StatusFilter
        isLabelShown
        statuses={STATUSES}
        value={search.status}
        onChange={(status) => onChange({ ...search, status })}
        words={{
          label: inDropTabs('status'),
          all: inDropTabs('all'),
          clear: inDropTabs('showEveryStatus'),
        }}
        style={{ flex: '1 1 140px' }}
      />
      <ExportButton drop={drop} />
    </Group>
  )
}
