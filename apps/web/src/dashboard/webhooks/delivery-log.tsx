import { Button, Card, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryRowFragment, WebhookDeliveryStatus } from '../../api/generated/operations.ts'
import { StatusFilter } from '../../components/status-filter.tsx'
import { useNow } from '../../components/use-now.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import classes from './delivery-log.module.css'
import { DeliveryRow } from './delivery-row.tsx'

const STATUSES: readonly WebhookDeliveryStatus[] = ['PENDING', 'DELIVERED', 'FAILED']

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
