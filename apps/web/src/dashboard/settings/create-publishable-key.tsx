import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { faultBeside, faultOf } from '../../api/field-fault.ts'
import { CreatePublishableKeyDocument } from '../../api/generated/operations.ts'
import { CopiedText } from '../../components/copied-text.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { inSettings } from '../../words/messages/settings.ts'

const EMPTY = { name: '', origins: '' }

/** Creates a key for web pages. It is not secret, but the server stores only its hash, so it is shown only once. */
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
      title={inSettings('newPublishableKey2')}
      centered
      closeButtonProps={{ 'aria-label': inSettings('close') }}
    >
      {key === undefined ? null : (
        <Stack gap="md">
          <Text size="sm">{inSettings('putThisKeyInto')}</Text>
          <div data-testid="publishable-key">
            <CopiedText text={key} label={inSettings('publishableKey')} />
          </div>
          <Button onClick={close}>{inSettings('done')}</Button>
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
          <Text size="sm">{inSettings('thisKeyMayStand')}</Text>
          <TextInput
            label={inSettings('name')}
            placeholder={inSettings('shopPages')}
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            error={faultOf(create.error, 'name')}
            data-autofocus
          />
          <Textarea
            label={inSettings('origins')}
            description={inSettings('whereYourPagesAre')}
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
              {inSettings('cancel')}
            </Button>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={form.name.trim() === '' || origins.length === 0}
            >
              {inSettings('createKey2')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
