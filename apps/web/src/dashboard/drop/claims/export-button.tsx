import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { exportClaims } from './export-claims.ts'

/** Exports all claims as CSV. */
export function ExportButton({ drop }: { readonly drop: ShownDrop }) {
  const exporting = useMutation({
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
