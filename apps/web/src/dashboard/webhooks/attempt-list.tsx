import { Group, Stack, Text, Title } from '@mantine/core'
import type { DeliveryRowFragment } from '../../api/generated/operations.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { preciseTime } from '../../words/time.ts'
import classes from './attempt-list.module.css'
import { resultOf, tookInWords } from './delivery-words.ts'

/** The attempts of a delivery one by one, newest first: when, what the receiver answered, how long it took, what follows. */
export function AttemptList({ attempts }: { readonly attempts: DeliveryRowFragment['attempts'] }) {
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
