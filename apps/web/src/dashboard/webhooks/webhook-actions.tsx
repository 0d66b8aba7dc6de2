import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { useChange } from '../../api/changes.ts'
import { TestWebhookDocument, type TestWebhookMutation } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { count } from '../../words/amount.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { DeleteWebhook } from './delete-webhook.tsx'
import { resultOf } from './delivery-words.ts'
import { RotateSecret } from './rotate-secret.tsx'
import type { ShownWebhook } from './webhook-screen.tsx'

/** The actions for a webhook: send a test event, rotate the secret, delete it. */
export function WebhookActions({ webhook }: { readonly webhook: ShownWebhook }) {
  const test = useChange(TestWebhookDocument)
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {inWebhooks('tryIt')}
          </Title>
          <Text size="sm" c="dimmed">
            {inWebhooks('sendsOneEventWebhook')}
          </Text>
        </div>
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
          {test.error ? <FaultMessage fault={test.error} title={inWebhooks('noTestWasSent')} /> : null}
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
