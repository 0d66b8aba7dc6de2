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
      title={draft ? 'Begin another drop?' : 'Throw this away?'}
      confirmLabel={draft ? 'Begin another' : 'Throw it away'}
      isOpen={isOpen}
      isBusy={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Text size="sm">
        {draft
          ? `“${draft.title}” stays among your drops as a draft. Its rules are not set yet: set them there before you open it.`
          : 'Everything you have typed here is forgotten, and you begin with an empty form. Tokens you made stay.'}
      </Text>
    </ConfirmDialog>
  )
}
