import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { DropActivityDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { useNow } from '../../../components/use-now.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { ago, inWords } from '../../../words/time.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { useCalmRefresh } from '../use-calm-refresh.ts'
import { activityInWords } from './activity-words.ts'

/** The latest events. */
export function RecentActivity({ drop }: { readonly drop: ShownDrop }) {
  const read = useRead(DropActivityDocument, { dropId: drop.id })
  useCalmRefresh(`${drop.claimCount} ${drop.status} ${drop.updatedAt}`, () => void read.refetch())
  const nowMs = useNow(10_000)
  const events = read.data?.platformEvents

  return (
    <Card title={inDrop('recentActivity')}>
      {events === undefined ? (
        read.error ? (
          <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton height={200} />
        )
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {events.map((event) => (
            <Group
              key={event.id}
              component="li"
              justify="space-between"
              gap="sm"
              wrap="nowrap"
              align="baseline"
            >
              <Text size="sm" className="numbers">
                {activityInWords(drop, event)}
              </Text>
              <Text
                component="time"
                dateTime={event.timestamp}
                title={inWords(event.timestamp)}
                size="xs"
                c="dimmed"
                style={{ whiteSpace: 'nowrap' }}
              >
                {ago(event.timestamp, nowMs)}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Card>
  )
}
