import { Box, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle, IconWallet } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAct } from '../../api/act.ts'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'
import { pageData } from '../../page/page-data.ts'
import { signIn } from '../../session/sign-in.ts'
import { useConnectWallet } from '../../wallet/connect-wallet.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { creator } from '../creator.ts'
import { ApiKeySignIn } from './api-key-sign-in.tsx'
import { farewell } from './farewell.ts'
import { FrontDoor } from './front-door.tsx'
import classes from './sign-in.module.css'

/** Signs in with a wallet's signature. A wallet that is not known yet gets a new user. */
function WalletSignIn() {
  const connect = useConnectWallet()
  const enter = useAct({
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
      {enter.error ? <FaultMessage fault={enter.error} title={inDashboard('youAreNotSigned')} /> : null}
    </Stack>
  )
}

/** The sign-in screen. The URL stays, so that the requested screen opens after the sign-in. */
export function SignInScreen() {
  useDocumentTitle(inDashboard('signInDropkit'))
  const [reason] = useState(farewell.words)
  useEffect(() => farewell.forget, [])
  return (
    <div className={classes['screen']}>
      <FrontDoor />
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
