// Webhook receivers on loopback: one that verifies every attempt with the standard's own library, and one whose answers the
// test sets.
import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { run } from './drops.ts'
import type { TestServer } from './server.ts'

/** What the receiver does after it has read an attempt: it answers with a status, or cuts the connection. */
export type ReceiverAnswer = number | 'cut'

export type ReceivedAttempt = {
  /** The `webhook-id`. */
  readonly id: string
  readonly body: string
  /** The number of attempts with this id so far, including this one. */
  readonly attempt: number
}

export type WebhookReceiver = {
  readonly url: string
  /** The number of attempts answered with 2xx, by `webhook-id`. */
  readonly delivered: ReadonlyMap<string, number>
  /** All attempts, and the largest number of attempts at the same time. */
  readonly attempts: number
  readonly mostUnderWay: number
  /** Ids of attempts that arrived while another attempt with the same id was running. */
  readonly doubled: readonly string[]
  /** What was wrong with attempts: a bad signature, or a different body under the same id. */
  readonly violations: readonly string[]
  /** The number of connections to the receiver. */
  readonly connections: number
  /** The secret for verification. Attempts that arrive before it is known count as violations. */
  secret: string
  close(): Promise<void>
}

/** Three attempts in ten fail, in all possible ways. The same attempts fail in every run. */
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
  const violations: string[] = []
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
    } catch (error) {
      violations.push(`${id}: ${error}`)
    }
    if (known && known.body !== body) violations.push(`${id}: another body than before`)
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
    violations,
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

/** Registers the receiver at a server and stores the secret. Returns the webhook's id. */
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

// A webhook receiver with configurable answers that records the requests it gets.

export type Hit = { readonly headers: IncomingHttpHeaders; readonly body: string }
type SetAnswer = readonly [status: number, headers?: Record<string, string>]

type Receiver = {
  readonly url: string
  readonly hits: readonly Hit[]
  /** Sets the next answers. The last one repeats. */
  readonly answer: (...next: SetAnswer[]) => void
  readonly close: () => Promise<void>
}

export const openReceiver = async (...answers: SetAnswer[]): Promise<Receiver> => {
  const hits: Hit[] = []
  const server = createServer(async (request, response) => {
    hits.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
    const [status, headers] = answers.length > 1 ? (answers.shift() ?? [204]) : (answers[0] ?? [204])
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`,
    hits,
    answer: (...next) => void answers.splice(0, answers.length, ...next),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
