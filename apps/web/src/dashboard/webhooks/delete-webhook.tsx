import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/changes.ts'
import { DeleteWebhookDocument } from '../../api/generated/operations.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'

/** Deletes a webhook permanently. */
export function DeleteWebhook({ webhookId }: { readonly webhookId: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const navigate = useNavigate()
  const remove = useChange(DeleteWebhookDocument, {
    onDone: () => void navigate('/webhooks', { replace: true }),
  })
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={17} />} onClick={dialog.open}>
        {inWebhooks('delete')}
      </Button>
      <ConfirmDialog
        title={inWebhooks('deleteThisWebhook')}
        confirmLabel={inWebhooks('deleteIt')}
        isOpen={isOpen}
        isBusy={remove.isPending}
        fault={remove.error}
        onConfirm={() => remove.mutate({ input: { id: webhookId } })}
        onClose={dialog.close}
      >
        <Text>{inWebhooks('noMoreEventsAre')}</Text>
      </ConfirmDialog>
    </>
  )
}
