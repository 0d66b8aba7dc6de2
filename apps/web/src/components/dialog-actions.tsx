import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { inForms } from '../words/messages/forms.ts'
import { ErrorMessage } from './error-message.tsx'

/** The end of a dialog: the error that no field shows, and a button that closes the dialog beside the button that acts. */
export const DialogActions = ({
  error,
  closeLabel = inForms('cancel'),
  onClose,
  children,
}: {
  readonly error: unknown
  readonly closeLabel?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) => (
  <>
    {error ? <ErrorMessage error={error} /> : null}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {closeLabel}
      </Button>
      {children}
    </Group>
  </>
)
