import { Box, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { ApiKeySignIn } from './api-key-sign-in.tsx'
import { farewell } from './farewell.ts'
import { FrontDoor } from './front-door.tsx'
import classes from './sign-in.module.css'
import { WalletSignIn } from './wallet-sign-in.tsx'

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
