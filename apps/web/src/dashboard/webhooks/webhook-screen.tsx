import { Grid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import {
  type WebhookDeliveryStatus,
  WebhookOfCreatorDocument,
  type WebhookOfCreatorQuery,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { healthOf } from './health.ts'
import { HealthBadge } from './health-badge.tsx'
import { VerifyCard } from './verify-card.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookTerms } from './webhook-terms.tsx'

export type ShownWebhook = NonNullable<WebhookOfCreatorQuery['webhook']>

const BACK = { to: '/webhooks', label: inWebhooks('webhooks') }
const DELIVERIES = 20
const MOST_DELIVERIES = 200
/** How often new deliveries are read. */
const READ_EVERY_MS = 4_000

/** One webhook: its settings, and its deliveries with their results. */
export default function WebhookScreen() {
  const { id = '' } = useParams()
  const [deliveries, setDeliveries] = useState(DELIVERIES)
  const [status, setStatus] = useState<WebhookDeliveryStatus | null>(null)
  const read = useRead(
    WebhookOfCreatorDocument,
    { id, deliveries, status },
    { refetchInterval: READ_EVERY_MS, placeholderData: (shown) => shown },
  )
  const webhook = read.data?.webhook
  if (!webhook)
    return (
      <>
        <ScreenHead title={inWebhooks('webhook')} back={BACK} />
        {read.isPending ? (
          <Loading />
        ) : read.error ? (
          <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <EmptyState icon={<IconWebhook size={28} />} title={inWebhooks('webhookNotFound')}>
            {inWebhooks('itMayHaveBeen')}
          </EmptyState>
        )}
      </>
    )
  const isMore = webhook.deliveries.length === deliveries && deliveries < MOST_DELIVERIES
  return (
    <>
      <ScreenHead
        title={webhook.url}
        back={BACK}
        beside={<HealthBadge health={healthOf({ ...webhook, deliveries: webhook.latest })} size="lg" />}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <WebhookActions webhook={webhook} />
            <DeliveryLog
              deliveries={webhook.deliveries}
              status={status}
              onStatus={(next) => {
                setDeliveries(DELIVERIES)
                setStatus(next)
              }}
              {...(isMore ? { onMore: () => setDeliveries(Math.min(deliveries * 2, MOST_DELIVERIES)) } : {})}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <WebhookTerms webhook={webhook} />
            <VerifyCard />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

const Loading = () => (
  <Stack aria-busy>
    <VisuallyHidden role="status">{inWebhooks('loadingWebhook')}</VisuallyHidden>
    <Skeleton height={110} radius="lg" />
    <Skeleton height={260} radius="lg" />
  </Stack>
)
