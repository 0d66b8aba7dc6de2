import {
  Anchor,
  Box,
  Button,
  Code,
  Collapse,
  Divider,
  Group,
  List,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle, IconWallet } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSingleMutation } from '../../api/changes.ts'
import { ApiRefusal } from '../../api/errors.ts'
import { MeDocument } from '../../api/generated/operations.ts'
import { request } from '../../api/request.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { ColorSchemeToggle, LanguageSelect } from '../../components/page-frame.tsx'
import { pageData } from '../../page/page-data.ts'
import { signIn } from '../../session/session.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inPlainWords } from '../../words/error-words.ts'
import { inDashboard } from '../../words/messages.ts'
import { creator } from '../creator.ts'
import { Introduction } from './introduction.tsx'
import classes from './sign-in.module.css'

/** Signs in with a wallet's signature. A wallet that is not known yet gets a new user. */
function WalletSignIn() {
  const connect = useConnectWallet()
  const enter = useSingleMutation({
    mutationFn: async () => {
      const wallet = await connect('message')
      return wallet && signIn(wallet)
    },
    onSuccess: (session) => {
      if (!session) return
      const { token, expiresAt, user } = session
      creator.signIn({ secret: token, expiresAt, walletAddress: user.walletAddress })
    },
  })
  return (
    <Stack gap="sm">
      <Button
        fullWidth
        size="lg"
        leftSection={<IconWallet size={21} />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        {inDashboard('continueWithWallet')}
      </Button>
      {pageData.chain === 'fake' ? (
        <Text size="sm" c="dimmed">
          {inDashboard('newHereTestWallet')}
        </Text>
      ) : null}
      {enter.error ? <ErrorMessage error={enter.error} title={inDashboard('youAreNotSigned')} /> : null}
    </Stack>
  )
}

/** The sign-in screen. The URL stays, so that the requested screen opens after the sign-in. */
export function SignInScreen() {
  useDocumentTitle(inDashboard('signInDropkit'))
  const [reason] = useState(signOutReason.words)
  useEffect(() => signOutReason.forget, [])
  return (
    <div className={classes['screen']}>
      <Introduction />
      <main className={classes['entrance']}>
        <Group justify="flex-end" gap="xs">
          <LanguageSelect />
          <ColorSchemeToggle />
        </Group>
        <Box className={classes['form'] ?? ''}>
          <Stack gap="lg">
            <div>
              <Title order={1} size="h2">
                {inDashboard('signIn')}
              </Title>
              <Text c="dimmed" mt={4}>
                {inDashboard('withWalletYouHold')}
              </Text>
            </div>
            {reason === null ? null : (
              <Group
                className={classes['reason'] ?? ''}
                gap="sm"
                wrap="nowrap"
                role="status"
                align="flex-start"
              >
                <IconInfoCircle size={20} aria-hidden className={classes['reasonIcon']} />
                <Text size="sm">{reason}</Text>
              </Group>
            )}
            <WalletSignIn />
            <Divider label={inDashboard('orWithApiKey')} />
            <ApiKeySignIn />
          </Stack>
        </Box>
      </main>
    </div>
  )
}

/** Signs in with an API key, which this browser stores until the user signs out. */
function ApiKeySignIn() {
  const [key, setKey] = useState('')
  const [isHelpOpen, help] = useDisclosure(false)
  const enter = useSingleMutation({
    mutationFn: async (secret: string) => {
      await checkKey(secret)
      creator.signIn({ secret, expiresAt: null, walletAddress: null })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate(key.trim())
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={inDashboard('apiKey')}
          placeholder="dk_…"
          value={key}
          onChange={({ currentTarget }) => {
            setKey(currentTarget.value)
            enter.reset()
          }}
          error={enter.error ? wordsFor(enter.error) : undefined}
          size="md"
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': inDashboard('showKey'), tabIndex: 0 }}
        />
        <Button
          type="submit"
          variant="default"
          size="md"
          loading={enter.isPending}
          disabled={key.trim() === ''}
        >
          {inDashboard('signInWithKey')}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          underline="always"
          onClick={help.toggle}
          aria-expanded={isHelpOpen}
        >
          {inDashboard('whereDoIFind')}
        </Anchor>
        <Collapse expanded={isHelpOpen}>
          <List size="sm" spacing={8} c="dimmed">
            <List.Item>{inDashboard('serversFirstStartPrints')}</List.Item>
            <List.Item>
              {inDashboard.rich('operatorCreatesMoreIn', {
                code: () => <Code>npx dropkit apikey create --username NAME</Code>,
                code2: () => <Code>npm run --silent apikey -- create --username NAME</Code>,
              })}
            </List.Item>
            <List.Item>{inDashboard('afterYouSignIn')}</List.Item>
          </List>
          <Text size="sm" c="dimmed" mt={8}>
            {inDashboard('keyStaysInThis')}
          </Text>
        </Collapse>
      </Stack>
    </form>
  )
}

/** Throws if the server does not accept the key. */
async function checkKey(secret: string): Promise<void> {
  const { me } = await request(MeDocument, {}, { secret })
  if (!me) throw new ApiRefusal('Unknown key', { code: 'UNAUTHENTICATED' })
}

const wordsFor = (error: unknown): string =>
  error instanceof ApiRefusal && error.code === 'UNAUTHENTICATED'
    ? inDashboard('serviceDoesNotKnow')
    : inPlainWords(error)

let words: string | null = null

/** Why the user was signed out automatically. The sign-in screen shows it once. */
export const signOutReason = {
  say(reason: string): void {
    words = reason
  },
  words: (): string | null => words,
  forget(): void {
    words = null
  },
}
