import { Card, Stack, Tabs, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { VERIFY_SNIPPETS } from './verify-snippets.ts'

/** How the receiver verifies that this server sent a delivery. */
export function VerifyCard() {
  return (
    <Card withBorder radius="lg" p="lg">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {inWebhooks('checkSignature')}
          </Title>
          <Text size="sm" c="dimmed">
            {inWebhooks('deliveriesAreSignedBy')}
          </Text>
        </div>
        <Tabs defaultValue={VERIFY_SNIPPETS[0].name}>
          <Tabs.List>
            {VERIFY_SNIPPETS.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {VERIFY_SNIPPETS.map(({ name, text }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <CodeBlock text={text} label={name} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Card>
  )
}
