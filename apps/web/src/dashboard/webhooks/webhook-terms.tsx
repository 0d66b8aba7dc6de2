import { Badge, Button, Card, Group, Modal, Stack, Switch, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { UpdateWebhookDocument } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inWords } from '../../words/time.ts'
import { EventsPicker } from './events-picker.tsx'
import type { ShownWebhook } from './webhook-screen.tsx'

/** Whether the webhook is active, and the events that it receives. */
export function WebhookTerms({ webhook }: { readonly webhook: ShownWebhook }) {
  const [isOpen, dialog] = useDisclosure(false)
  const turn = useChange(UpdateWebhookDocument)
  const isActive = turn.isPending ? (turn.variables.input.isActive ?? webhook.isActive) : webhook.isActive
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {inWebhooks('whatItIsSent')}
        </Title>
        <Switch
          label={isActive ? inWebhooks('switchedOn') : inWebhooks('switchedOff')}
          description={inWebhooks('whileItIsOff')}
          checked={isActive}
          onChange={({ currentTarget }) =>
            turn.mutate({ input: { id: webhook.id, isActive: currentTarget.checked } })
          }
        />
        {turn.error ? <FaultMessage fault={turn.error} /> : null}
        <Group gap={6}>
          {webhook.events.map((pattern) => (
            <Badge key={pattern} variant="default" tt="none" ff="monospace" fw={500} radius="sm">
              {pattern}
            </Badge>
          ))}
        </Group>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {inWebhooks('sinceTime', { time: inWords(webhook.createdAt) })}
          </Text>
          <Button variant="default" size="xs" leftSection={<IconPencil size={15} />} onClick={dialog.open}>
            {inWebhooks('changeEvents')}
          </Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={dialog.close} title={inWebhooks('whatToSend')} size="lg">
        <EditedEvents webhook={webhook} onClose={dialog.close} />
      </Modal>
    </Card>
  )
}

function EditedEvents({
  webhook,
  onClose,
}: {
  readonly webhook: ShownWebhook
  readonly onClose: () => void
}) {
  const [events, setEvents] = useState<readonly string[]>(webhook.events)
  const change = useChange(UpdateWebhookDocument, { onDone: onClose })
  const beside = faultBeside(change.error, ['events'])
  return (
    <Stack gap="md">
      <EventsPicker events={events} onChange={setEvents} error={faultOf(change.error, 'events')} />
      {beside ? <FaultMessage fault={beside} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {inWebhooks('cancel')}
        </Button>
        <Button
          loading={change.isPending}
          disabled={events.length === 0}
          onClick={() => change.mutate({ input: { id: webhook.id, events } })}
        >
          {inWebhooks('save')}
        </Button>
      </Group>
    </Stack>
  )
}
