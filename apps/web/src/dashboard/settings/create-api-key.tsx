import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { CreateApiKeyDocument } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { inSettings } from '../../words/messages/settings.ts'

const EMPTY = { name: '', project: '', limit: '' as string | number }

/** Creates an API key. `onDone` gets its secret, which is shown only once. */
export function CreateApiKey({
  isOpen,
  onClose,
  onDone,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDone: (secret: string) => void
}) {
  const [form, setForm] = useState(EMPTY)
  const create = useChange(CreateApiKeyDocument, {
    onDone: ({ createApiKey: made }) => {
      setForm(EMPTY)
      if (made) onDone(made.secret)
    },
  })
  const beside = faultBeside(create.error, ['name', 'project', 'requestsPerMinute'])
  return (
    <Modal opened={isOpen} onClose={onClose} title={inSettings('newApiKey')} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({
            input: {
              name: form.name.trim(),
              project: form.project.trim() || null,
              requestsPerMinute: form.limit === '' ? null : Number(form.limit),
            },
          })
        }}
      >
        <Stack gap="md">
          <TextInput
            label={inSettings('name')}
            description={inSettings('programThatUsesKey')}
            placeholder={inSettings('shopServer')}
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            error={faultOf(create.error, 'name')}
            data-autofocus
          />
          <TextInput
            label={inSettings('project')}
            description={inSettings('ifYouHaveSeveral')}
            maxLength={120}
            value={form.project}
            onChange={({ currentTarget }) => setForm({ ...form, project: currentTarget.value })}
            error={faultOf(create.error, 'project')}
          />
          <NumberInput
            label={inSettings('requestsMinuteAtMost')}
            description={inSettings('leaveEmptyForServices')}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator
            value={form.limit}
            onChange={(limit) => setForm({ ...form, limit })}
            error={faultOf(create.error, 'requestsPerMinute')}
          />
          {beside ? <FaultMessage fault={beside} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {inSettings('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={form.name.trim() === ''}>
              {inSettings('createKey')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
