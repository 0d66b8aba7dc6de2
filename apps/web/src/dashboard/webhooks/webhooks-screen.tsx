import { Button, Card, Code, Modal, Skeleton, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/changes.ts'
import {
  MyWebhooksDocument,
  RegisterWebhookDocument,
  type WebhookRowFragment,
} from '../../api/generated/operations.ts'
import { usePages } from '../../api/reads.ts'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { ShownOnceDialog } from '../../components/dialogs.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { EmptyState, LoadMore, RowLink } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { errorOutsideFields, fieldError } from '../../words/error-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { useMe } from '../creator.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { healthOf } from './delivery-words.ts'
import { EventsPicker, eventsInWords, HealthBadge } from './webhook-parts.tsx'

/** The number of latest deliveries from which a webhook's state is derived. */
const JUDGED_DELIVERIES = 5

/** The user's webhooks. */
export default function WebhooksScreen() {
  const [isOpen, dialog] = useDisclosure(false)
  const { me } = useMe()
  const [registered, setRegistered] = useUnsaved<Registered | null>(`new webhook ${me?.id}`, null)
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
      {list.error ? <ErrorMessage error={list.error} onRetry={list.refetch} /> : null}
      {list.items ? (
        <Card withBorder radius="lg" padding={0}>
          {list.items.length === 0 ? (
            <NoWebhooks onAdd={dialog.open} />
          ) : (
            list.items.map((webhook) => <WebhookRow key={webhook.id} webhook={webhook} />)
          )}
        </Card>
      ) : list.error ? null : (
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
        onClose={() => {
          setRegistered(null)
          void navigate(`/webhooks/${registered?.id}`)
        }}
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

interface Registered {
  readonly id: string
  readonly secret: string
}

/** Registers a URL to which events are sent. */
function RegisterWebhook({
  isOpen,
  onClose,
  onDone,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDone: (registered: Registered) => void
}) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(['drop.*', 'claim.*'])
  const register = useChange(RegisterWebhookDocument, {
    onDone: ({ registerWebhook: made }) => {
      if (!made) return
      setUrl('')
      onDone({ id: made.id, secret: made.secret ?? '' })
    },
  })
  const beside = errorOutsideFields(register.error, ['url', 'events'])
  return (
    <Modal opened={isOpen} onClose={onClose} title={inWebhooks('addWebhook')} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          register.mutate({ input: { url: url.trim(), events } })
        }}
      >
        <Stack gap="md">
          <TextInput
            label={inWebhooks('address')}
            description={inWebhooks('urlOfYourServer')}
            placeholder="https://example.com/hooks/dropkit"
            type="url"
            required
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            error={fieldError(register.error, 'url')}
            data-autofocus
          />
          <div>
            <Text fw={500} size="sm" mb={6}>
              {inWebhooks('whatToSend')}
            </Text>
            <EventsPicker events={events} onChange={setEvents} error={fieldError(register.error, 'events')} />
          </div>
          <DialogActions error={beside} onClose={onClose}>
            <Button
              type="submit"
              loading={register.isPending}
              disabled={url.trim() === '' || events.length === 0}
            >
              {inWebhooks('addWebhook2')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}
