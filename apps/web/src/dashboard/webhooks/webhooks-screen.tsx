import { Button, Card, Code, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { MyWebhooksDocument, type WebhookRowFragment } from '../../api/generated/operations.ts'
import { usePages } from '../../api/pages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { eventsInWords } from './asked-events.ts'
import { healthOf } from './health.ts'
import { HealthBadge } from './health-badge.tsx'
import { type Registered, RegisterWebhook } from './register-webhook.tsx'

/** The number of latest deliveries from which a webhook's state is derived. */
const JUDGED_DELIVERIES = 5

/** The user's webhooks. */
export default function WebhooksScreen() {
  const [isOpen, dialog] = useDisclosure(false)
  const [registered, setRegistered] = useState<Registered | null>(null)
  const navigate = useNavigate()
  const list = usePages(MyWebhooksDocument, { deliveries: JUDGED_DELIVERIES }, ({ webhooks }) => webhooks)
  return (
    <>
      <ScreenHead
        title={inWebhooks('webhooks')}
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={dialog.open}>
            {inWebhooks('addWebhook')}
          </Button>
        }
      >
        {inWebhooks('yourServerReceivesEvery')}
      </ScreenHead>
      {list.fault ? <FaultMessage fault={list.fault} onRetry={list.readAgain} /> : null}
      {list.items ? (
        <Card withBorder radius="lg" padding={0}>
          {list.items.length === 0 ? (
            <NoWebhooks onAdd={dialog.open} />
          ) : (
            list.items.map((webhook) => <WebhookRow key={webhook.id} webhook={webhook} />)
          )}
        </Card>
      ) : list.fault ? null : (
        <Stack gap="xs" aria-busy>
          <VisuallyHidden role="status">{inWebhooks('loadingYourWebhooks')}</VisuallyHidden>
          <Skeleton height={72} radius="lg" />
          <Skeleton height={72} radius="lg" />
        </Stack>
      )}
      <LoadMore list={list} />
      <RegisterWebhook
        isOpen={isOpen}
        onClose={dialog.close}
        onDone={(made) => {
          dialog.close()
          setRegistered(made)
        }}
      />
      <ShownOnceDialog
        title={inWebhooks('webhooksSecret')}
        secret={registered?.secret ?? null}
        label={inWebhooks('secret')}
        onClose={() => void navigate(`/webhooks/${registered?.id}`)}
      >
        {inWebhooks('everyDeliveryIsSigned')}
      </ShownOnceDialog>
    </>
  )
}

const WebhookRow = ({ webhook }: { readonly webhook: WebhookRowFragment }) => (
  <RowLink to={`/webhooks/${webhook.id}`} right={<HealthBadge health={healthOf(webhook)} />}>
    <Text fw={600} ff="monospace" size="sm" truncate>
      {webhook.url}
    </Text>
    <Text size="sm" c="dimmed" truncate>
      {eventsInWords(webhook.events)}
    </Text>
  </RowLink>
)

const NoWebhooks = ({ onAdd }: { readonly onAdd: () => void }) => (
  <EmptyState
    icon={<IconWebhook size={28} />}
    title={inWebhooks('notifyYourServer')}
    action={
      <Button mt="xs" onClick={onAdd}>
        {inWebhooks('addWebhook')}
      </Button>
    }
  >
    {inWebhooks.rich('enterUrlOfYour', { code: () => <Code>drop.claimed</Code> })}
  </EmptyState>
)
