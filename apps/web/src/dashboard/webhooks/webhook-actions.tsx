import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconRefresh, IconSend, IconTrash, IconX } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/changes.ts'
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  type TestWebhookMutation,
} from '../../api/generated/operations.ts'
import { ConfirmDialog, ShownOnceDialog } from '../../components/dialogs.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { count } from '../../words/amount.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { Card } from '../card.tsx'
import { useIsHere } from '../use-is-here.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { resultOf } from './delivery-words.ts'
import type { ShownWebhook } from './webhook-screen.tsx'

/** Deletes a webhook permanently. */
function DeleteWebhook({ webhookId }: { readonly webhookId: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const remove = useChange(DeleteWebhookDocument, {
    onDone: () => {
      if (isHere()) void navigate('/webhooks', { replace: true })
    },
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
        error={remove.error}
        onConfirm={() => remove.mutate({ input: { id: webhookId } })}
        onClose={dialog.close}
      >
        <Text>{inWebhooks('noMoreEventsAre')}</Text>
      </ConfirmDialog>
    </>
  )
}

/** Rotates the secret. Receivers can verify all deliveries during the change. */
function RotateSecret({ webhookId }: { readonly webhookId: string }) {
  const [isOpen, dialog] = useDisclosure(false)
  const [secret, setSecret] = useUnsaved<string | null>(`webhook ${webhookId}`, null)
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
        error={rotate.error}
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

/** The actions for a webhook: send a test event, rotate the secret, delete it. */
export function WebhookActions({ webhook }: { readonly webhook: ShownWebhook }) {
  const test = useChange(TestWebhookDocument)
  return (
    <Card title={inWebhooks('tryIt')} hint={inWebhooks('sendsOneEventWebhook')}>
      <Stack gap="md">
        <Group gap="xs">
          <Button
            leftSection={<IconSend size={17} />}
            loading={test.isPending}
            onClick={() => test.mutate({ input: { id: webhook.id } })}
          >
            {inWebhooks('sendTest')}
          </Button>
          <RotateSecret webhookId={webhook.id} />
          <DeleteWebhook webhookId={webhook.id} />
        </Group>
        <div aria-live="polite">
          {test.error ? <ErrorMessage error={test.error} title={inWebhooks('noTestWasSent')} /> : null}
          {test.data && !test.isPending ? <TestResult result={test.data.testWebhook} /> : null}
        </div>
      </Stack>
    </Card>
  )
}

function TestResult({ result }: { readonly result: TestWebhookMutation['testWebhook'] }) {
  const { statusCode, durationMs } = result
  const answered =
    statusCode === null ? inWebhooks('noAnswer') : inWebhooks('answered', { status: String(statusCode) })
  return (
    <Alert
      color={result.success ? 'leaf' : 'red'}
      variant="light"
      icon={result.success ? <IconCheck size={18} /> : <IconX size={18} />}
      title={result.success ? inWebhooks('delivered') : inWebhooks('notDelivered')}
    >
      <Text size="sm" className="numbers">
        {durationMs === null
          ? inWebhooks('sentence', { words: answered })
          : inWebhooks('afterTime', { words: answered, time: count(durationMs) })}
      </Text>
      {result.error === null || result.statusCode !== null ? null : <Text size="sm">{resultOf(result)}</Text>}
    </Alert>
  )
}
