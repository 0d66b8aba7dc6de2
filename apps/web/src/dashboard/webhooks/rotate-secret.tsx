import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { RotateWebhookSecretDocument } from '../../api/generated/operations.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'

/** A new secret, without a moment in which deliveries cannot be checked. */
export function RotateSecret({ webhookId }: { readonly webhookId: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useChange(RotateWebhookSecretDocument, {
    onDone: ({ rotateWebhookSecret: rotated }) => {
      dialog.close()
      setSecret(rotated?.secret ?? null)
    },
  })
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={17} />} onClick={dialog.open}>
        New secret
      </Button>
      <ConfirmDialog
        title="Create a new secret?"
        confirmLabel="Create a new secret"
        color="leaf"
        isOpen={isOpen}
        isBusy={rotate.isPending}
        fault={rotate.error}
        onConfirm={() => rotate.mutate({ id: webhookId })}
        onClose={dialog.close}
      >
        <Text>
          The old secret stays valid for 24 hours: every delivery is signed with both. Update your server in
          that time.
        </Text>
      </ConfirmDialog>
      <ShownOnceDialog
        title="The new secret"
        secret={secret}
        label="the secret"
        onClose={() => setSecret(null)}
      >
        The old secret stays valid for 24 hours.
      </ShownOnceDialog>
    </>
  )
}
