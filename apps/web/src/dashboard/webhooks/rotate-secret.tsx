import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { RotateWebhookSecretDocument } from '../../api/generated/operations.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'

/** Rotates the secret. Receivers can verify all deliveries during the change. */
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
        {inWebhooks('newSecret')}
      </Button>
      <ConfirmDialog
        title={inWebhooks('createNewSecret')}
        confirmLabel={inWebhooks('createNewSecret2')}
        color="leaf"
        isOpen={isOpen}
        isBusy={rotate.isPending}
        fault={rotate.error}
        onConfirm={() => rotate.mutate({ id: webhookId })}
        onClose={dialog.close}
      >
        <Text>{inWebhooks('oldSecretStaysValid')}</Text>
      </ConfirmDialog>
      <ShownOnceDialog
        title={inWebhooks('newSecret2')}
        secret={secret}
        label={inWebhooks('secret')}
        onClose={() => setSecret(null)}
      >
        {inWebhooks('oldSecretStaysValidFor')}
      </ShownOnceDialog>
    </>
  )
}
