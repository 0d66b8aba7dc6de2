import { Button, Card, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import {
  type DeliveryRowFragment,
  ResendWebhookDeliveryDocument,
  type WebhookDeliveryStatus,
} from '../../api/generated/operations.ts'
import { StatusFilter } from '../../components/list-parts.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useNow } from '../../components/use-now.ts'
import { eventInWords } from '../../words/event-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inPlainWords } from '../../words/refusal.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import classes from './delivery-log.module.css'
import { exactTimeOf, whatBecameOf } from './delivery-words.ts'

const STATUSES: readonly WebhookDeliveryStatus[] = ['PENDING', 'DELIVERED', 'FAILED']

/** One delivery of an event. */
function DeliveryRow({
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

/** The deliveries and their results, newest first. */
export function DeliveryLog({
  deliveries,
  status,
  onStatus,
  onMore,
}: {
  readonly deliveries: readonly DeliveryRowFragment[]
  /** The status that all of them have. Null if the list is not filtered. */
  readonly status: WebhookDeliveryStatus | null
  readonly onStatus: (status: WebhookDeliveryStatus | null) => void
  readonly onMore?: () => void
}) {
  const now = useNow(5_000)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = deliveries.find(({ id }) => id === openId)
  return (
    <Card withBorder radius="lg" padding={0}>
      <Group justify="space-between" gap="xs" px="lg" pt="md" pb="sm">
        <Title order={2} size="h4">
          {inWebhooks('deliveries')}
        </Title>
        <StatusFilter
          statuses={STATUSES}
          value={status}
          onChange={onStatus}
          words={{
            label: inWebhooks('status'),
            all: inWebhooks('everyStatus'),
            clear: inWebhooks('showEveryStatus'),
          }}
          size="sm"
          w={190}
        />
      </Group>
      {deliveries.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          {inWebhooks(status === null ? 'noDeliveriesYetFirst' : 'noDeliveryHasStatus')}
        </Text>
      ) : (
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              now={now}
              onOpen={() => setOpenId(delivery.id)}
            />
          ))}
        </Stack>
      )}
      {onMore === undefined ? null : (
        <Group justify="center" p="md">
          <Button variant="default" onClick={onMore}>
            {inWebhooks('showMore')}
          </Button>
        </Group>
      )}
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpenId(null)}
        position="right"
        size="lg"
        title={opened?.event ?? inWebhooks('delivery')}
      >
        {opened ? <DeliveryDetails delivery={opened} /> : null}
      </Drawer>
    </Card>
  )
}
