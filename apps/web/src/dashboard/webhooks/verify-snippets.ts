import { inWebhooks } from '../../words/messages/webhooks.ts'
/** Code with which a receiver verifies the sender and the integrity of a delivery. */
export const VERIFY_SNIPPETS = [
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
