import { Alert, Anchor, Button, Group, PasswordInput, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'

/** What one needs before one can ask anything, and where to get it. */
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
    // Some paste what they write into a header.
    const secret = typed.trim().replace(/^Bearer\s+/i, '')
    if (secret !== '') onKey(secret)
  }
  return (
    <Alert
      variant="light"
      color="leaf"
      icon={<IconKey size={20} />}
      title="You need a key to look around"
      mx="md"
      mb="md"
      role="region"
    >
      <Text size="sm" mb="xs">
        <Anchor href="/dashboard" underline="always" size="sm">
          Sign in to the dashboard
        </Anchor>{' '}
        and come back, or paste an API key. The dashboard makes keys under Settings. A pasted one is forgotten
        when you leave.
      </Text>
      <form onSubmit={use}>
        <Group gap="sm" align="flex-start">
          <PasswordInput
            aria-label="API key"
            placeholder="dk_…"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={error}
            autoComplete="off"
            flex="1 1 200px"
            maw={420}
          />
          <Button type="submit">Use this key</Button>
        </Group>
      </form>
    </Alert>
  )
}
