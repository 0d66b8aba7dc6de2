import { Card, Stack, Tabs, Text, Title } from '@mantine/core'
import { CodeBlock } from '../../components/code-block.tsx'
import { inWebhooks } from '../../words/messages/webhooks.ts'

/** Code with which a receiver verifies the sender and the integrity of a delivery. */
const VERIFY_SNIPPETS = [
  {
    name: 'Node.js',
    text: `import express from 'express'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.DROPKIT_SECRET)

// The raw body: a parsed one is not what was signed.
app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  const event = webhook.verify(request.body, request.headers)
  console.log(event.type, event.data)
  response.sendStatus(204)
})`,
  },
  {
    name: 'Python',
    text: `from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["DROPKIT_SECRET"])

@app.post("/hook")
async def hook(request: Request):
    event = webhook.verify(await request.body(), dict(request.headers))
    print(event["type"], event["data"])`,
  },
  {
    name: inWebhooks('byHand'),
    text: `key       = base64 decode of the secret after "whsec_"
signed    = webhook-id + "." + webhook-timestamp + "." + body
signature = "v1," + base64(HMAC-SHA256(key, signed))

${inWebhooks('byHandText')}`,
  },
] as const

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
