import { Button, Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { CreateApiKeyDocument } from '../../api/generated/operations.ts'
import { FaultMessage } from '../../components/fault-message.tsx'

const EMPTY = { name: '', project: '', limit: '' as string | number }

/** A further key; its secret goes to `onDone`, once. */
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
    <Modal opened={isOpen} onClose={onClose} title="A new API key" centered>
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
            label="Name"
            description="The program that uses the key."
            placeholder="Shop server"
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            error={faultOf(create.error, 'name')}
            data-autofocus
          />
          <TextInput
            label="Project"
            description="If you have several."
            maxLength={120}
            value={form.project}
            onChange={({ currentTarget }) => setForm({ ...form, project: currentTarget.value })}
            error={faultOf(create.error, 'project')}
          />
          <NumberInput
            label="Requests a minute, at most"
            description="Leave empty for the service’s limit. A key with a limit cannot create other keys."
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
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={form.name.trim() === ''}>
              Create the key
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
