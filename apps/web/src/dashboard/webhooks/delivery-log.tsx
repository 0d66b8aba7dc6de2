import { Button, Card, DataList, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import {
  type DeliveryRowFragment,
  ResendWebhookDeliveryDocument,
  type WebhookDeliveryStatus,
} from '../../api/generated/operations.ts'
import { CodeBlock } from '../../components/copyable.tsx'
import { StatusFilter } from '../../components/list-parts.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useNow } from '../../components/use-now.ts'
import { inPlainWords } from '../../words/error-words.ts'
import { eventInWords } from '../../words/event-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inWords, preciseTime } from '../../words/time.ts'
import { deliveryOutcome, exactTimeOf, resultOf, tookInWords } from './delivery-words.ts'
import classes from './webhooks.module.css'

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
          {` · ${deliveryOutcome(delivery, now)}`}
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

/** Null if the list of attempts shows it. */
function fieldError({ attempts, statusCode, error }: DeliveryRowFragment): string | null {
  return attempts.length > 0 || error === null ? null : resultOf({ statusCode, error })
}

/** The attempts of a delivery one by one, newest first: when, what the receiver answered, how long it took, what follows. */
function AttemptList({ attempts }: { readonly attempts: DeliveryRowFragment['attempts'] }) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5" id="attempts">
        {inWebhooks('attempts')}
      </Title>
      <ol reversed className={classes['attempts']} aria-labelledby="attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number} className={classes['attempt']} data-failed={attempt.error !== null}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm" fw={600} dir="auto">
                {resultOf(attempt)}
              </Text>
              <Text size="xs" c="dimmed" className="numbers">
                {tookInWords(attempt.durationMs)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" className="numbers">
              {inWebhooks('attemptAt', { number: attempt.number, time: preciseTime(attempt.at) })}
              {attempt.nextAttemptAt === null
                ? null
                : ` · ${inWebhooks('nextAttemptTime', { time: preciseTime(attempt.nextAttemptAt) })}`}
            </Text>
          </li>
        ))}
      </ol>
    </Stack>
  )
}

/** All details of a delivery, with the exact JSON that was sent. */
function DeliveryDetails({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const body = delivery.body == null ? null : JSON.stringify(delivery.body, null, 2)
  const facts = [
    { name: inWebhooks('attempts'), text: String(delivery.attempt) },
    { name: inWebhooks('error'), text: fieldError(delivery) },
    { name: inWebhooks('delivered'), text: delivery.deliveredAt && inWords(delivery.deliveredAt) },
    { name: inWebhooks('nextAttempt'), text: delivery.nextAttemptAt && inWords(delivery.nextAttemptAt) },
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
      {delivery.attempts.length === 0 ? null : <AttemptList attempts={delivery.attempts} />}
      <Stack gap="xs">
        <Title order={3} size="h5">
          {inWebhooks('whatIsSent')}
        </Title>
        {body === null ? (
          <Text c="dimmed">{inWebhooks('eventIsNoLonger')}</Text>
        ) : (
          <CodeBlock text={body} label={inWebhooks('whatIsSent2')} />
        )}
      </Stack>
    </Stack>
  )
}
