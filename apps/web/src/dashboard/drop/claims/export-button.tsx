import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { inPlainWords } from '../../../words/refusal.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { exportClaims } from './export-claims.ts'

/** All claims as a table for other programs. */
export function ExportButton({ drop }: { readonly drop: ShownDrop }) {
  const exporting = useMutation({
    mutationFn: () => exportClaims(drop),
    onSuccess: (isSaved) => {
      if (isSaved) notifications.show({ message: 'All claims are saved as CSV.', color: 'leaf' })
    },
    onError: (fault) =>
      notifications.show({ title: 'The claims were not saved', message: inPlainWords(fault), color: 'red' }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export CSV
    </Button>
  )
}
