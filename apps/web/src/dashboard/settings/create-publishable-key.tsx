import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { CreatePublishableKeyDocument } from '../../api/generated/operations.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'

const EMPTY = { name: '', origins: '' }

/** A key for web pages. It is no secret, but the service keeps only a hash of it, so it is shown once. */
export function CreatePublishableKey({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [form, setForm] = useState(EMPTY)
  const create = useChange(CreatePublishableKeyDocument)
  const key = create.data?.createPublishableKey?.secret
  const close = () => {
    if (key !== undefined) setForm(EMPTY)
    create.reset()
    onClose()
  }
  const origins = form.origins.split(/[\s,]+/).filter((origin) => origin !== '')
  const beside = faultBeside(create.error, ['name', 'origins'])
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="A new publishable key"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {key === undefined ? null : (
        <Stack gap="md">
          <Text size="sm">
            Put this key into your pages. It works on the origins that you named. Copy it now: it is not shown
            again.
          </Text>
          <div data-testid="publishable-key">
            <CopiedText text={key} label="publishable key" />
          </div>
          <Button onClick={close}>Done</Button>
        </Stack>
      )}
      <form
        hidden={key !== undefined}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ input: { name: form.name.trim(), origins } })
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            This key may stand in your web pages. It reads what visitors read, and claims from your free drops
            that are open to apps.
          </Text>
          <TextInput
            label="Name"
            placeholder="Shop pages"
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            error={faultOf(create.error, 'name')}
            data-autofocus
          />
          <Textarea
            label="Origins"
            description="Where your pages are, one per line, at most 10. http:// works for localhost only."
            placeholder="https://shop.example"
            required
            autosize
            minRows={2}
            spellCheck={false}
            value={form.origins}
            onChange={({ currentTarget }) => {
              create.reset()
              setForm({ ...form, origins: currentTarget.value })
            }}
            error={faultOf(create.error, 'origins')}
          />
          {beside ? <FaultMessage fault={beside} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={form.name.trim() === '' || origins.length === 0}
            >
              Create key
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
