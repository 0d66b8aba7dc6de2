import { Anchor, Button, Code, Collapse, List, PasswordInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useAct } from '../../api/act.ts'
import { ApiRefusal } from '../../api/api-refusal.ts'
import { MeDocument } from '../../api/generated/operations.ts'
import { request } from '../../api/request.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { inPlainWords } from '../../words/refusal.ts'
import { creator } from '../creator.ts'

/** Signs in with an API key, which this browser stores until the user signs out. */
export function ApiKeySignIn() {
  const [key, setKey] = useState('')
  const [isHelpOpen, help] = useDisclosure(false)
  const enter = useAct({
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

const wordsFor = (fault: unknown): string =>
  fault instanceof ApiRefusal && fault.code === 'UNAUTHENTICATED'
    ? inDashboard('serviceDoesNotKnow')
    : inPlainWords(fault)
