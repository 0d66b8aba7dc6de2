import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import type { LaunchProgress } from './launch.ts'

/** Asks before what was typed is thrown away. */
export function AbandonDialog({
  isOpen,
  draft,
  onClose,
  onConfirm,
}: {
  readonly isOpen: boolean
  /** What is on the server already. */
  readonly draft: LaunchProgress['drop']
  readonly onClose: () => void
  readonly onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      title={draft ? 'Start another drop?' : 'Discard this drop?'}
      confirmLabel={draft ? 'Start another' : 'Discard'}
      isOpen={isOpen}
      isBusy={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Text size="sm">
        {draft
          ? `“${draft.title}” stays in your drops as a draft. Set its rules there before you open it.`
          : 'Everything you entered here is deleted. Tokens that you created stay.'}
      </Text>
    </ConfirmDialog>
  )
}
