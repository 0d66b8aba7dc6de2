import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { inForms } from '../words/messages/forms.ts'
import { ErrorMessage } from './error-message.tsx'

/** Asks for confirmation before an action that cannot be undone, and explains its consequences. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  color = 'red',
  isOpen,
  isBusy,
  isReady = true,
  error,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly color?: string
  readonly isOpen: boolean
  readonly isBusy: boolean
  /** False until the user has typed what the dialog requires. */
  readonly isReady?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': inForms('close') }}
    >
      <Stack gap="md">
        {children}
        {error ? <ErrorMessage error={error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {inForms('keepItAsIt')}
          </Button>
          <Button color={color} loading={isBusy} disabled={!isReady} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
