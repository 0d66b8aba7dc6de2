import { Button, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import { CreateApiKeyDocument, CreatePublishableKeyDocument } from '../../api/generated/operations.ts'
import { CopiedText } from '../../components/copyable.tsx'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { errorOutsideFields, fieldError } from '../../words/error-words.ts'
import { inSettings } from '../../words/messages/settings.ts'
import { useUnsaved } from '../use-unsaved.ts'

const EMPTY_KEY = { name: '', project: '', limit: '' as string | number }

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
  const [form, setForm] = useState(EMPTY_KEY)
  const create = useChange(CreateApiKeyDocument, {
    onDone: ({ createApiKey: made }) => {
      setForm(EMPTY_KEY)
      if (made) onDone(made.secret)
    },
  })
  const beside = errorOutsideFields(create.error, ['name', 'project', 'requestsPerMinute'])
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
          <KeyName
            description={inSettings('programThatUsesKey')}
            placeholder={inSettings('shopServer')}
            value={form.name}
            onChange={(name) => setForm({ ...form, name })}
            error={fieldError(create.error, 'name')}
          />
          <TextInput
            label={inSettings('project')}
            description={inSettings('ifYouHaveSeveral')}
            maxLength={120}
            value={form.project}
            onChange={({ currentTarget }) => setForm({ ...form, project: currentTarget.value })}
            error={fieldError(create.error, 'project')}
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
            error={fieldError(create.error, 'requestsPerMinute')}
          />
          <DialogActions error={beside} onClose={onClose}>
            <Button type="submit" loading={create.isPending} disabled={form.name.trim() === ''}>
              {inSettings('createKey')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

const EMPTY_PUBLISHABLE_KEY = { name: '', origins: '' }

/** Creates a key for web pages. It is not secret, but the server stores only its hash, so it is shown only once. */
export function CreatePublishableKey({
  userId,
  isOpen,
  onClose,
}: {
  readonly userId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [form, setForm] = useState(EMPTY_PUBLISHABLE_KEY)
  const [key, setKey] = useUnsaved<string | null>(`publishable key ${userId}`, null)
  const create = useChange(CreatePublishableKeyDocument, {
    onDone: ({ createPublishableKey: made }) => {
      setForm(EMPTY_PUBLISHABLE_KEY)
      setKey(made?.secret ?? null)
    },
  })
  const close = () => {
    setKey(null)
    create.reset()
    onClose()
  }
  const origins = form.origins.split(/[\s,]+/).filter((origin) => origin !== '')
  const beside = errorOutsideFields(create.error, ['name', 'origins'])
  return (
    <Modal opened={isOpen || key !== null} onClose={close} title={inSettings('newPublishableKey2')} centered>
      {key === null ? null : (
        <Stack gap="md">
          <Text size="sm">{inSettings('putThisKeyInto')}</Text>
          <div data-testid="publishable-key">
            <CopiedText text={key} label={inSettings('publishableKey')} />
          </div>
          <Button onClick={close}>{inSettings('done')}</Button>
        </Stack>
      )}
      <form
        hidden={key !== null}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ input: { name: form.name.trim(), origins } })
        }}
      >
        <Stack gap="md">
          <Text size="sm">{inSettings('thisKeyMayStand')}</Text>
          <KeyName
            placeholder={inSettings('shopPages')}
            value={form.name}
            onChange={(name) => setForm({ ...form, name })}
            error={fieldError(create.error, 'name')}
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
            error={fieldError(create.error, 'origins')}
          />
          <DialogActions error={beside} onClose={close}>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={form.name.trim() === '' || origins.length === 0}
            >
              {inSettings('createKey2')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  )
}

function KeyName({
  onChange,
  ...props
}: {
  readonly description?: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (name: string) => void
  readonly error: string | undefined
}) {
  return (
    <TextInput
      {...props}
      label={inSettings('name')}
      required
      maxLength={120}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus
    />
  )
}
