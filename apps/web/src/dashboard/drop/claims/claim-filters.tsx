import { parseAddress } from '@dropkit/core'
import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../../api/act.ts'
import type { ClaimStatus } from '../../../api/generated/operations.ts'
import { StatusFilter } from '../../../components/status-filter.tsx'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { exportClaims } from './export-claims.ts'
import type { ClaimSearch } from './use-claim-pages.ts'

const STATUSES: readonly ClaimStatus[] = ['PENDING', 'SUBMITTED', 'CONFIRMED', 'EXPIRED', 'FAILED']

/** Exports all claims as CSV. */
function ExportButton({ drop }: { readonly drop: ShownDrop }) {
  const exporting = useAct({
    mutationFn: () => exportClaims(drop),
    onSuccess: (isSaved) => {
      if (isSaved) notifications.show({ message: inDropTabs('allClaimsAreSaved'), color: 'leaf' })
    },
    onError: (fault) =>
      notifications.show({
        title: inDropTabs('claimsWereNotSaved'),
        message: inPlainWords(fault),
        color: 'red',
      }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {inDropTabs('exportCsv')}
    </Button>
  )
}

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
