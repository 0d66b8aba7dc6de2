import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { inForms } from '../words/messages/forms.ts'
import classes from './components.module.css'
import { CopyButton } from './copy-button.tsx'
import { DialogActions } from './dialog-actions.tsx'

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
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <Stack gap="md">
        {children}
        <DialogActions error={error} closeLabel={inForms('keepItAsIt')} onClose={onClose}>
          <Button color={color} loading={isBusy} disabled={!isReady} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

/** A secret that is shown only once. The user can close the dialog only by confirming that the secret is saved. */
export function ShownOnceDialog({
  title,
  secret,
  label,
  children,
  onClose,
}: {
  readonly title: string
  /** Null if there is no secret to show. */
  readonly secret: string | null
  /** The secret's name: "API key". */
  readonly label: string
  /** What the secret is for. */
  readonly children: ReactNode
  readonly onClose: () => void
}) {
  const [isSaved, setSaved] = useState(false)
  const close = () => {
    setSaved(false)
    onClose()
  }
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
      title={title}
      centered
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text component="div">{children}</Text>
        <div className={classes['secret']} data-testid="secret">
          <Text component="code" ff="monospace" size="sm" className={classes['secretText']}>
            {secret}
          </Text>
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button
                variant="light"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
                data-autofocus
              >
                {copied ? inForms('copied') : inForms('copyLabel', { label })}
              </Button>
            )}
          </CopyButton>
        </div>
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} variant="light">
          {inForms('youWillNotSee')}
        </Alert>
        <Checkbox
          label={inForms('iHaveSavedIt')}
          checked={isSaved}
          onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
        />
        <Button disabled={!isSaved} onClick={close}>
          {inForms('done')}
        </Button>
      </Stack>
    </Modal>
  )
}
