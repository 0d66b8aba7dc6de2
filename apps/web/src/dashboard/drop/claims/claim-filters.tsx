import { parseAddress } from '@dropkit/core'
import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useSingleMutation } from '../../../api/changes.ts'
import { ApiRefusal, TranslatedError, unreachable } from '../../../api/errors.ts'
import type { ClaimStatus } from '../../../api/generated/operations.ts'
import { credential } from '../../../api/http.ts'
import { StatusFilter } from '../../../components/list-parts.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { decimalsOf, type Measured } from '../../../words/amount.ts'
import { inPlainWords } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import type { ShownDrop } from '../use-drop.ts'
import { withWholeAmounts } from './claim-rows.ts'
import type { ClaimSearch } from './use-claim-pages.ts'

const STATUSES: readonly ClaimStatus[] = ['PENDING', 'SUBMITTED', 'CONFIRMED', 'EXPIRED', 'FAILED']

/** Exports all claims as CSV. */
function ExportButton({ drop }: { readonly drop: ShownDrop }) {
  const exporting = useSingleMutation({
    mutationFn: () => exportClaims(drop),
    onSuccess: (isSaved) => {
      if (isSaved) notifications.show({ message: inDropTabs('allClaimsAreSaved'), color: 'leaf' })
    },
    onError: (error) =>
      notifications.show({
        title: inDropTabs('claimsWereNotSaved'),
        message: inPlainWords(error),
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

interface FilePickerWindow {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string
  }) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>
}

type ExportedDrop = Measured & { readonly id: string }

/**
 * Saves all claims of a drop as CSV: directly into a file if the browser supports it, otherwise through memory. False if
 * the user cancels.
 */
async function exportClaims(drop: ExportedDrop): Promise<boolean> {
  const name = `${drop.id}-claims.csv`
  const { showSaveFilePicker } = window as FilePickerWindow
  if (showSaveFilePicker === undefined) {
    saveFile(name, await new Response(await claimsOf(drop)).blob())
    return true
  }
  // The file is chosen first, because browsers allow the dialog only right after a click.
  const file = await showSaveFilePicker({ suggestedName: name }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  })
  if (file === null) return false
  const claims = await claimsOf(drop)
  await claims.pipeTo(await file.createWritable())
  return true
}

async function claimsOf(drop: ExportedDrop): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await answerOf(drop.id)
  if (body === null) throw new TranslatedError(inDropTabs('serviceAnsweredNothing'))
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(withWholeAmounts(decimalsOf(drop)))
    .pipeThrough(new TextEncoderStream())
}

async function answerOf(dropId: string): Promise<Response> {
  const answer = await fetch(`/drops/${encodeURIComponent(dropId)}/claims.csv?recipients=true`, {
    headers: { authorization: `Bearer ${credential.get() ?? ''}` },
  }).catch(() => {
    throw unreachable()
  })
  if (answer.ok) return answer
  const refusal = await answer.json().catch(() => ({}))
  throw new ApiRefusal(String(refusal.error ?? inDropTabs('claimsCouldNotBe')), refusal)
}
