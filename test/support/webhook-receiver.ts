// A receiver of webhooks on loopback that believes nothing: every attempt is verified by the standard's own library.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { run } from './drops.ts'
import type { TestServer } from './server.ts'

/** What it does with an attempt once it has read it: answer a status, or cut the connection. */
export type ReceiverAnswer = number | 'cut'

export type ReceivedAttempt = {
  /** The `webhook-id`. */
  readonly id: string
  readonly body: string
  /** How many attempts of this id have come, this one included. */
  readonly attempt: number
}

export type WebhookReceiver = {
  readonly url: string
  /** What was answered with 2xx: how often, by `webhook-id`. */
  readonly delivered: ReadonlyMap<string, number>
  /** All attempts, and the most that were under way at one moment. */
  readonly attempts: number
  readonly mostUnderWay: number
  /** Attempts that came while another one of the same id was under way. */
  readonly doubled: readonly string[]
  /** Why an attempt was no good: its signature, or another body than before under the same id. */
  readonly faults: readonly string[]
  /** Connections that were made to it. */
  readonly connections: number
  /** The secret to verify by; attempts before it is known are faults. */
  secret: string
  close(): Promise<void>
}

/** Three attempts in ten fail, each in one of the ways there are; which ones, is the same in every run. */
export const failThreeInTen = ({ id, attempt }: ReceivedAttempt): ReceiverAnswer => {
  const drawn = createHash('sha256').update(`${id} ${attempt}`).digest().readUInt16BE() % 100
  if (drawn >= 30 || attempt > 8) return 204
  if (drawn < 10) return 500
  return drawn < 20 ? 503 : 'cut'
}

type Answer = (attempt: ReceivedAttempt) => ReceiverAnswer | Promise<ReceiverAnswer>

export const startWebhookReceiver = async (answer: Answer = () => 204): Promise<WebhookReceiver> => {
  const delivered = new Map<string, number>()
  const bodies = new Map<string, { readonly body: string; readonly attempts: number }>()
  const underWay = new Set<string>()
  const doubled: string[] = []
  const faults: string[] = []
  const counts = { attempts: 0, mostUnderWay: 0, now: 0, connections: 0 }
  let secret = ''

  const receive = async (request: IncomingMessage): Promise<ReceiverAnswer> => {
    const body = await textOf(request)
    const id = String(request.headers['webhook-id'])
    const known = bodies.get(id)
    const attempts = (known?.attempts ?? 0) + 1
    bodies.set(id, { body, attempts })
    counts.attempts++
    try {
      new Webhook(secret).verify(body, request.headers as Record<string, string>)
    } catch (fault) {
      faults.push(`${id}: ${fault}`)
    }
    if (known && known.body !== body) faults.push(`${id}: another body than before`)
    if (underWay.has(id)) doubled.push(id)
    underWay.add(id)
    counts.mostUnderWay = Math.max(counts.mostUnderWay, ++counts.now)
    try {
      return await answer({ id, body, attempt: attempts })
    } finally {
      counts.now--
      underWay.delete(id)
    }
  }

  const server = createServer(async (request, response) => {
    const answered = await receive(request).catch((): ReceiverAnswer => 'cut')
    if (answered === 'cut') return void request.socket.destroy()
    if (answered < 300) {
      const id = String(request.headers['webhook-id'])
      delivered.set(id, (delivered.get(id) ?? 0) + 1)
    }
    response.writeHead(answered).end()
  })
  server.on('connection', () => void counts.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    delivered,
    doubled,
    faults,
    get attempts() {
      return counts.attempts
    },
    get mostUnderWay() {
      return counts.mostUnderWay
    },
    get connections() {
      return counts.connections
    },
    get secret() {
      return secret
    },
    set secret(given) {
      secret = given
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Registers the receiver at a server, and gives it the secret. The webhook's id. */
export const register = async (
  server: TestServer,
  receiver: WebhookReceiver,
  events: readonly string[],
  key?: string,
): Promise<string> => {
  const create = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }'
  const { id, secret } = await run<{ id: string; secret: string }>(
    server,
    create,
    { input: { url: receiver.url, events } },
    key,
  )
  receiver.secret = secret
  return id
}
