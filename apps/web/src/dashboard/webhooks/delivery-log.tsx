import { Button, Card, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryRowFragment } from '../../api/generated/operations.ts'
import { useNow } from '../../components/use-now.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import classes from './delivery-log.module.css'
import { DeliveryRow } from './delivery-row.tsx'

/** The deliveries and their results, newest first. */
export function DeliveryLog({
  deliveries,
  onMore,
}: {
  readonly deliveries: readonly DeliveryRowFragment[]
  readonly onMore?: () => void
}) {
  const now = useNow(5_000)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = deliveries.find(({ id }) => id === openId)
  return (
    <Card withBorder radius="lg" padding={0}>
      <Title order={2} size="h4" p="lg" pb="xs">
        {inWebhooks('deliveries')}
      </Title>
      {deliveries.length === 0 ? (
        <Text c="dimmed" px="lg" pb="lg">
          {inWebhooks('noDeliveriesYetFirst')}
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
