import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { useChange } from '../../api/changes.ts'
import { TestWebhookDocument, type TestWebhookMutation } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { count } from '../../words/amount.ts'
import { DeleteWebhook } from './delete-webhook.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import type { ShownWebhook } from './webhook-screen.tsx'

/** What one can do with a webhook: try it, give it a new secret, be rid of it. */
export function WebhookActions({ webhook }: { readonly webhook: ShownWebhook }) {
  const test = useChange(TestWebhookDocument)
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Try it
          </Title>
          <Text size="sm" c="dimmed">
            Sends one event webhook.test at once and shows what your server answered.
          </Text>
        </div>
        <Group gap="xs">
          <Button
            leftSection={<IconSend size={17} />}
            loading={test.isPending}
            onClick={() => test.mutate({ input: { id: webhook.id } })}
          >
            Send a test
          </Button>
          <RotateSecret webhookId={webhook.id} />
          <DeleteWebhook webhookId={webhook.id} />
        </Group>
        <div aria-live="polite">
          {test.error ? <FaultMessage fault={test.error} title="No test was sent" /> : null}
          {test.data && !test.isPending ? <TestResult result={test.data.testWebhook} /> : null}
        </div>
      </Stack>
    </Card>
  )
}

function TestResult({ result }: { readonly result: TestWebhookMutation['testWebhook'] }) {
  const took = result.durationMs === null ? '' : ` after ${count(result.durationMs)} ms`
  const answered = result.statusCode === null ? 'No answer' : `Answered ${result.statusCode}`
  return (
    <Alert
      color={result.success ? 'leaf' : 'red'}
      variant="light"
      icon={result.success ? <IconCheck size={18} /> : <IconX size={18} />}
      title={result.success ? 'Delivered' : 'Not delivered'}
    >
      <Text size="sm" className="numbers">
        {answered}
        {took}.
      </Text>
      {result.error === null || result.statusCode !== null ? null : <Text size="sm">{result.error}</Text>}
    </Alert>
  )
}
