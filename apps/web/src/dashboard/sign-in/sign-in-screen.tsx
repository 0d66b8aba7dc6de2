import { Box, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { ApiKeySignIn } from './api-key-sign-in.tsx'
import { farewell } from './farewell.ts'
import { FrontDoor } from './front-door.tsx'
import classes from './sign-in.module.css'
import { WalletSignIn } from './wallet-sign-in.tsx'

/** Where a creator comes in. The address stays, so that one gets to where one was going. */
export function SignInScreen() {
  useDocumentTitle('Sign in · Dropkit')
  const [reason] = useState(farewell.words)
  useEffect(() => farewell.forget, [])
  return (
    <div className={classes['screen']}>
      <FrontDoor />
      <main className={classes['entrance']}>
        <Group justify="flex-end">
          <ColorSchemeToggle />
        </Group>
        <Box className={classes['form'] ?? ''}>
          <Stack gap="lg">
            <div>
              <Title order={1} size="h2">
                Sign in
              </Title>
              <Text c="dimmed" mt={4}>
                With the wallet you hold, or with a key of this service.
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
            <Divider label="or with an API key" />
            <ApiKeySignIn />
          </Stack>
        </Box>
      </main>
    </div>
  )
}
