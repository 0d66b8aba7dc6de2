// Two ways to read a drop's events. One is a webhook receiver: it rejects unsigned messages, handles each event once, and
// answers before it does any work. The other follows the event log from where it stopped, with its own cursor. Both run
// against a real server. Run: node tools/run.mjs examples/webhook-reader.ts

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSqlStorage } from '@dropkit/adapter-storage'
import type { LoggedEvent, Store } from '@dropkit/core'
import { readConfig, startServer } from '@dropkit/server'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** The fields of a webhook's body that this reader uses. */
interface WebhookBody {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

const LARGEST_BODY = 1_000_000

/** Accepts signed webhooks, answers the sender, and then passes on each event once. */
function receiveWebhooks(
  secret: string,
  handle: (id: string, body: WebhookBody) => Promise<void>,
): RequestListener {
  const webhook = new Webhook(secret)
  // The ids of the events so far. Deliveries are at-least-once: an event comes again if our answer was lost. In production,
  // store the ids in a table with a unique key, in the transaction that handles the event, for as long as the sender
  // retries.
  const seen = new Set<string>()
  return async (request, response) => {
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of request) {
      bytes += piece.length
      if (bytes > LARGEST_BODY) return void response.writeHead(413).end()
      pieces.push(piece)
    }
    // The signature covers the bytes as they were sent. Parsed and serialized again, they could differ.
    const text = Buffer.concat(pieces).toString('utf8')
    let body: WebhookBody
    try {
      body = webhook.verify(text, signatureIn(request.headers)) as WebhookBody
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return void response.writeHead(400).end(error.message)
    }
    response.writeHead(204).end()
    const { 'webhook-id': id } = signatureIn(request.headers)
    if (id === undefined || seen.has(id)) return
    seen.add(id)
    // The sender got its answer and does not retry, so a failure here must be handled later by us.
    await handle(id, body).catch((error) => console.error(`${id} is left to be done`, error))
  }
}

const signatureIn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name] ?? ''),
    ]),
  )

interface Cursor {
  read(): Promise<number>
  write(position: number): Promise<void>
}

/**
 * Passes on every event of the log in order, from the cursor on, until it is told to stop. The cursor moves after the event
 * was handled, so after a crash in between, the event is handled again.
 */
async function followLog(
  store: Pick<Store, 'events' | 'onEvents'>,
  cursor: Cursor,
  handle: (event: LoggedEvent) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const waker = new EventTarget()
  const forget = store.onEvents(() => waker.dispatchEvent(new Event('wake')))
  try {
    while (!stopping.aborted) {
      const woken = new Promise((wake) => waker.addEventListener('wake', wake, { once: true }))
      const events = await store.events({ since: await cursor.read(), limit: 100 })
      for (const event of events) {
        if (stopping.aborted) break
        await handle(event)
        await cursor.write(event.position)
      }
      if (events.length > 0) continue
      // A notification may come without an event, or not at all, so the log is also polled.
      await Promise.race([woken, pause(1_000, undefined, { signal: stopping }).catch(() => undefined)])
    }
  } finally {
    forget()
  }
}

const cursorIn = (file: string): Cursor => ({
  read: async () => Number(await readFile(file, 'utf8').catch(() => 0)),
  write: (position) => writeFile(file, String(position)),
})

// The demonstration on a server: a drop, three claims on it, and what each of the readers received.

const folder = await mkdtemp(join(tmpdir(), 'dropkit-reader-'))
const apiKey = 'the-first-key-of-admin'
const settings = { PORT: '0', WEB: '0', LOG_LEVEL: 'warn', DATA_DIR: folder, BOOTSTRAP_API_KEY: apiKey }
const config = readConfig(settings)
if (!config.ok) throw new Error(config.error.join('\n'))
const server = await startServer(config.value, () => undefined)

async function graphql(query: string, input: object): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  })
  const { data, errors } = (await response.json()) as { data: { answer: never }; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data.answer
}

// Registering the webhook returns the secret, but needs a URL. So the receiver's port is opened first.
let receive: RequestListener = (_request, response) => void response.writeHead(503).end()
const receiver = createServer((request, response) => receive(request, response))
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const { secret = '' } = await graphql(
  'mutation($input: RegisterWebhookInput!) { answer: registerWebhook(input: $input) { secret } }',
  { url, events: ['drop.claimed'] },
)
const received = new Map<string, string>()
receive = receiveWebhooks(secret, async (id, { type, data }) => {
  received.set(id, `${type} ${data['sequence']}`)
})

const { id: existingTokenId } = await graphql(
  'mutation($input: CreateTokenInput!) { answer: createToken(input: $input) { id } }',
  { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' },
)
const terms = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '10000', tokenAmount: '100' }
const { id: dropId } = await graphql(
  'mutation($input: CreateDropInput!) { answer: createDrop(input: $input) { id } }',
  { existingTokenId, ...terms },
)
for (const userAddress of ['0xa11ce', '0xb0b', '0xca401']) {
  const claim = 'mutation($input: ClaimDropInput!) { answer: claimDrop(input: $input) { claim { id } } }'
  await graphql(claim, { dropId, userAddress })
}
for (const giveUpAt = Date.now() + 10_000; received.size < 3 && Date.now() < giveUpAt; ) await pause(20)
for (const line of [...received.values()].sort()) console.log(`received: ${line}`)

// Messages that the server did not sign, and repeated messages, have no effect.
const [knownId = ''] = received.keys()
const body = JSON.stringify({ type: 'drop.claimed', timestamp: new Date(), data: { sequence: 4 } })
async function post(id: string, signedWith: string): Promise<void> {
  const now = new Date()
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(signedWith).sign(id, now, body),
  }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  console.log(
    `${id === knownId ? 'a repetition' : 'a forgery'} is answered ${status}; ${received.size} events are known`,
  )
}
await post('evt_forged', `whsec_${Buffer.alloc(32).toString('base64')}`)
await post(knownId, secret)

// The second reader needs no server. It only needs the store's port, here on the same file. It stops after two events, and
// continues from its cursor.
const storage = await openSqlStorage({ url: `sqlite:${join(folder, 'dropkit.db')}` })
const cursor = cursorIn(join(folder, 'cursor'))
const readUntil = async (isEnough: (event: LoggedEvent) => boolean): Promise<void> => {
  const stopping = new AbortController()
  const read = async (event: LoggedEvent): Promise<void> => {
    console.log(`read: ${event.position} ${event.type}`)
    if (isEnough(event)) stopping.abort()
  }
  await followLog(storage.store, cursor, read, stopping.signal)
}
await readUntil(({ position }) => position === 2)
console.log(`stopped after ${await cursor.read()}`)
await readUntil(({ data }) => data['sequence'] === 3)

await storage.close()
await server.end()
receiver.closeAllConnections()
receiver.close()
await rm(folder, { recursive: true })
