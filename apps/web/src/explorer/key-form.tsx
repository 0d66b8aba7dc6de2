import { Alert, Anchor, Button, Group, PasswordInput, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { inExplorer } from '../words/messages/explorer.ts'

/** The form for the API key, with the way to get one. */
export function KeyForm({
  error,
  onKey,
}: {
  readonly error: string | null
  readonly onKey: (secret: string) => void
}) {
  const [typed, setTyped] = useState('')
  const use = (event: FormEvent) => {
    event.preventDefault()
    // Users may paste the whole header value.
    const secret = typed.trim().replace(/^Bearer\s+/i, '')
    if (secret !== '') onKey(secret)
  }
  return (
    <Alert
      variant="light"
      color="leaf"
      icon={<IconKey size={20} />}
      title={inExplorer('youNeedKeyTo')}
      mx="md"
      mb="md"
      role="region"
    >
      <Text size="sm" mb="xs">
        {inExplorer.rich('signInToDashboard', {
          link: (inside) => (
            <Anchor href="/dashboard" underline="always" size="sm">
              {inside}
            </Anchor>
          ),
        })}
      </Text>
      <form onSubmit={use}>
        <Group gap="sm" align="flex-start">
          <PasswordInput
            aria-label={inExplorer('apiKey')}
            placeholder="dk_…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={error}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': inExplorer('showKey'), tabIndex: 0 }}
            flex="1 1 200px"
            maw={420}
          />
          <Button type="submit">{inExplorer('useThisKey')}</Button>
        </Group>
      </form>
    </Alert>
  )
}
