import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useChange } from '../../api/changes.ts'
import { type DeliveryRowFragment, ResendWebhookDeliveryDocument } from '../../api/generated/operations.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { eventInWords } from '../../words/event-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inPlainWords } from '../../words/refusal.ts'
import classes from './delivery-log.module.css'
import { exactTimeOf, whatBecameOf } from './delivery-words.ts'

/** One delivery of an event. */
export function DeliveryRow({
  delivery,
  now,
  onOpen,
}: {
  readonly delivery: DeliveryRowFragment
  readonly now: number
  readonly onOpen: () => void
}) {
  const resend = useChange(ResendWebhookDeliveryDocument, {
    onDone: () => notifications.show({ message: inWebhooks('eventIsSentAgain', { event: delivery.event }) }),
  })
  return (
    <li className={classes['row']}>
      <div className={classes['main']}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {eventInWords(delivery.event)}
          </Text>
          <StatusBadge status={delivery.status} size="sm" />
        </Group>
        <Text size="xs" c="dimmed" className="numbers" title={exactTimeOf(delivery)}>
          <Text component="span" ff="monospace" fz="inherit">
            {delivery.event}
          </Text>
          {` · ${whatBecameOf(delivery, now)}`}
        </Text>
        {resend.error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {inPlainWords(resend.error)}
          </Text>
        ) : null}
      </div>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onOpen}
          aria-label={inWebhooks('showEvent', { event: delivery.event })}
        >
          {inWebhooks('show')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: delivery.id })}
          aria-label={inWebhooks('sendEventAgain', { event: delivery.event })}
        >
          {inWebhooks('sendAgain')}
        </Button>
      </Group>
    </li>
  )
}
