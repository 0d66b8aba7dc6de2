import {
  Badge,
  Button,
  Grid,
  Group,
  Modal,
  Skeleton,
  Stack,
  Switch,
  Tabs,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useChange } from '../../api/changes.ts'
import {
  UpdateWebhookDocument,
  type WebhookDeliveryStatus,
  WebhookOfCreatorDocument,
  type WebhookOfCreatorQuery,
} from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { CodeBlock } from '../../components/copyable.tsx'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { EmptyState } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { errorOutsideFields, fieldError } from '../../words/error-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { inWords } from '../../words/time.ts'
import { Card } from '../card.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { healthOf } from './delivery-words.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { EventsPicker, HealthBadge } from './webhook-parts.tsx'

export type ShownWebhook = NonNullable<WebhookOfCreatorQuery['webhook']>

const BACK = { to: '/webhooks', label: inWebhooks('webhooks') }
const DELIVERIES = 20
const MAX_DELIVERIES = 200
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
          <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <EmptyState icon={<IconWebhook size={28} />} title={inWebhooks('webhookNotFound')}>
            {inWebhooks('itMayHaveBeen')}
          </EmptyState>
        )}
      </>
    )
  const isMore = webhook.deliveries.length === deliveries && deliveries < MAX_DELIVERIES
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
              {...(isMore ? { onMore: () => setDeliveries(Math.min(deliveries * 2, MAX_DELIVERIES)) } : {})}
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

/** Code with which a receiver verifies the sender and the integrity of a delivery. */
const VERIFY_SNIPPETS = [
  {
    name: 'Node.js',
    text: `import express from 'express'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.DROPKIT_SECRET)

// The raw body: a parsed one is not what was signed.
app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  const event = webhook.verify(request.body, request.headers)
  console.log(event.type, event.data)
  response.sendStatus(204)
})`,
  },
  {
    name: 'Python',
    text: `from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["DROPKIT_SECRET"])

@app.post("/hook")
async def hook(request: Request):
    event = webhook.verify(await request.body(), dict(request.headers))
    print(event["type"], event["data"])`,
  },
  {
    name: inWebhooks('byHand'),
    text: `key       = base64 decode of the secret after "whsec_"
signed    = webhook-id + "." + webhook-timestamp + "." + body
signature = "v1," + base64(HMAC-SHA256(key, signed))

${inWebhooks('byHandText')}`,
  },
] as const

/** How the receiver verifies that this server sent a delivery. */
function VerifyCard() {
  return (
    <Card title={inWebhooks('checkSignature')} hint={inWebhooks('deliveriesAreSignedBy')}>
      <Tabs defaultValue={VERIFY_SNIPPETS[0].name}>
        <Tabs.List>
          {VERIFY_SNIPPETS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {VERIFY_SNIPPETS.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CodeBlock text={text} label={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  )
}

/** Whether the webhook is active, and the events that it receives. */
function WebhookTerms({ webhook }: { readonly webhook: ShownWebhook }) {
  const [isOpen, dialog] = useDisclosure(false)
  const turn = useChange(UpdateWebhookDocument)
  const isActive = (turn.isPending ? turn.variables?.input.isActive : null) ?? webhook.isActive
  return (
    <Card title={inWebhooks('whatItIsSent')}>
      <Stack gap="md">
        <Switch
          label={isActive ? inWebhooks('switchedOn') : inWebhooks('switchedOff')}
          description={inWebhooks('whileItIsOff')}
          checked={isActive}
          onChange={({ currentTarget }) =>
            turn.mutate({ input: { id: webhook.id, isActive: currentTarget.checked } })
          }
        />
        {turn.error ? <ErrorMessage error={turn.error} /> : null}
        <Group gap={6}>
          {webhook.events.map((pattern) => (
            <Badge key={pattern} variant="default" tt="none" ff="monospace" fw={500} radius="sm">
              {pattern}
            </Badge>
          ))}
        </Group>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {inWebhooks('sinceTime', { time: inWords(webhook.createdAt) })}
          </Text>
          <Button variant="default" size="xs" leftSection={<IconPencil size={15} />} onClick={dialog.open}>
            {inWebhooks('changeEvents')}
          </Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={dialog.close} title={inWebhooks('whatToSend')} size="lg">
        <EditedEvents webhook={webhook} onClose={dialog.close} />
      </Modal>
    </Card>
  )
}

function EditedEvents({
  webhook,
  onClose,
}: {
  readonly webhook: ShownWebhook
  readonly onClose: () => void
}) {
  const [events, setEvents] = useState<readonly string[]>(webhook.events)
  const change = useChange(UpdateWebhookDocument, { onDone: onClose })
  const beside = errorOutsideFields(change.error, ['events'])
  return (
    <Stack gap="md">
      <EventsPicker events={events} onChange={setEvents} error={fieldError(change.error, 'events')} />
      <DialogActions error={beside} onClose={onClose}>
        <Button
          loading={change.isPending}
          disabled={events.length === 0}
          onClick={() => change.mutate({ input: { id: webhook.id, events } })}
        >
          {inWebhooks('save')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
