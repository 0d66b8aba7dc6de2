import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { RegisterWebhookDocument } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { EventsPicker } from './events-picker.tsx'

export interface Registered {
  readonly id: string
  readonly secret: string
}

/** Registers a URL to which events are sent. */
export function RegisterWebhook({
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
  const beside = faultBeside(register.error, ['url', 'events'])
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
            error={faultOf(register.error, 'url')}
            data-autofocus
          />
          <div>
            <Text fw={500} size="sm" mb={6}>
              {inWebhooks('whatToSend')}
            </Text>
            <EventsPicker events={events} onChange={setEvents} error={faultOf(register.error, 'events')} />
          </div>
          {beside ? <FaultMessage fault={beside} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {inWebhooks('cancel')}
            </Button>
            <Button
              type="submit"
              loading={register.isPending}
              disabled={url.trim() === '' || events.length === 0}
            >
              {inWebhooks('addWebhook2')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
