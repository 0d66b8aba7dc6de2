import { Alert, Anchor, Button, Center, Group, Loader, PasswordInput, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { ApiRefusal } from '../api/errors.ts'
import { WhoAsksDocument } from '../api/generated/operations.ts'
import { credential } from '../api/http.ts'
import { useRead } from '../api/reads.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { Brand, ColorSchemeToggle } from '../components/page-frame.tsx'
import { creator } from '../dashboard/creator.ts'
import { mountPage } from '../page/mount-page.tsx'
import { inExplorer } from '../words/messages.ts'
import classes from './explorer.module.css'

const GraphiqlPane = lazyPart(() => import('./graphiql-pane.tsx'))

/** The form for the API key, with the way to get one. */
function KeyForm({
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

/** The API explorer: an editor for GraphQL operations and their results. */
function ExplorerPage() {
  useDocumentTitle(inExplorer('explorerDropkit'))
  const [typed, setTyped] = useState<string | null>(null)
  // A creator who is signed in to the dashboard needs no API key here.
  const sessionSecret = creator.use()?.secret ?? null
  const secret = typed ?? sessionSecret
  // A key that was typed here stays in use if a user signs in or out in another tab.
  useEffect(() => credential.set(secret))
  const who = useRead(WhoAsksDocument, {}, { enabled: secret !== null })
  const isRefused = who.error instanceof ApiRefusal && who.error.code === 'UNAUTHENTICATED'
  const take = (next: string) => {
    credential.set(next)
    setTyped(next)
    void who.refetch()
  }
  const username = isRefused ? undefined : who.data?.me?.username
  const good = isRefused ? null : secret
  return (
    <div className={classes['page']}>
      <Group component="header" justify="space-between" wrap="nowrap" px="md" py="sm">
        <Group gap="md" wrap="nowrap">
          <Anchor
            href="/dashboard"
            underline="never"
            c="inherit"
            aria-label={inExplorer('dropkitToDashboard')}
          >
            <Brand />
          </Anchor>
          <Title order={1} size="h4" fw={500} c="dimmed">
            {inExplorer('explorer')}
          </Title>
        </Group>
        <Group gap="sm" wrap="nowrap">
          {username === undefined ? null : (
            <Text size="sm" c="dimmed" visibleFrom="xs">
              {inExplorer('youAskAsUsername', { username })}
            </Text>
          )}
          <ColorSchemeToggle />
        </Group>
      </Group>
      {good === null ? <KeyForm error={isRefused ? inExplorer('thisKeyIsNot') : null} onKey={take} /> : null}
      <main className={classes['pane']}>
        <Suspense
          fallback={
            <Center h="100%">
              <Loader aria-label={inExplorer('loadingEditor')} />
            </Center>
          }
        >
          <GraphiqlPane key={good ?? ''} secret={good} />
        </Suspense>
      </main>
    </div>
  )
}

mountPage(<ExplorerPage />, (reads) => void creator.onChange(() => reads.clear()))
