import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { inCreate } from '../../words/messages/create.ts'
import type { LaunchProgress } from './launch.ts'

/** Asks for confirmation before the typed values are discarded. */
export function AbandonDialog({
  isOpen,
  draft,
  onClose,
  onConfirm,
}: {
  readonly isOpen: boolean
  /** The draft that is already on the server. */
  readonly draft: LaunchProgress['drop']
  readonly onClose: () => void
  readonly onConfirm: () => void
}) {
  return (
    <ConfirmDialog
      title={draft ? inCreate('startAnotherDrop') : inCreate('discardThisDrop')}
      confirmLabel={draft ? inCreate('startAnother') : inCreate('discard')}
      isOpen={isOpen}
      isBusy={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <Text size="sm">
        {draft ? inCreate('titleStaysInYour', { title: draft.title }) : inCreate('everythingYouEnteredHere')}
      </Text>
    </ConfirmDialog>
  )
}
