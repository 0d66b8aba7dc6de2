import { DataList, Group, Stack, Text, Title } from '@mantine/core'
import type { DeliveryRowFragment } from '../../api/generated/operations.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { inWords } from '../../words/time.ts'

/** All that is known of a delivery, and what was sent, to the letter of its JSON. */
export function DeliveryDetails({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const body = delivery.body == null ? null : JSON.stringify(delivery.body, null, 2)
  const facts = [
    { name: 'Attempts', text: String(delivery.attempt) },
    { name: 'Answer', text: delivery.statusCode === null ? 'None' : String(delivery.statusCode) },
    { name: 'Fault', text: delivery.error },
    { name: 'Delivered', text: delivery.deliveredAt && inWords(delivery.deliveredAt) },
    { name: 'Next attempt', text: delivery.nextAttemptAt && inWords(delivery.nextAttemptAt) },
  ]
  return (
    <Stack gap="lg">
      <Group>
        <StatusBadge status={delivery.status} size="lg" />
      </Group>
      <DataList>
        {facts.map(({ name, text }) =>
          text === null ? null : (
            <DataList.Item key={name}>
              <DataList.ItemLabel>{name}</DataList.ItemLabel>
              <DataList.ItemValue className="numbers">{text}</DataList.ItemValue>
            </DataList.Item>
          ),
        )}
      </DataList>
      <Stack gap="xs">
        <Title order={3} size="h5">
          What is sent
        </Title>
        {body === null ? (
          <Text c="dimmed">The event is no longer in the log, so its content cannot be shown.</Text>
        ) : (
          <CodeBlock text={body} label="what is sent" />
        )}
      </Stack>
    </Stack>
  )
}
