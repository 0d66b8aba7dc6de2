import { DataList, Group, Stack, Text, Title } from '@mantine/core'
import type { DeliveryRowFragment } from '../../api/generated/operations.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inWords, preciseTime } from '../../words/time.ts'
import classes from './attempt-list.module.css'
import { resultOf, tookInWords } from './delivery-words.ts'

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
      <ol reversed className={classes['list']} aria-labelledby="attempts">
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
export function DeliveryDetails({ delivery }: { readonly delivery: DeliveryRowFragment }) {
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
