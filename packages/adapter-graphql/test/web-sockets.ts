import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { RequestLimits } from '@dropkit/adapter-graphql'
import { type Client, createClient } from 'graphql-ws'
import { type Api, openApi } from './api.ts'

export interface SocketApi extends Api {
  readonly port: number
  /** A client of graphql-ws. */
  client(key?: string, options?: Partial<Parameters<typeof createClient>[0]>): Client
  /** A WebSocket without any protocol of its own. */
  raw(protocol?: string | string[]): Promise<RawClient>
  /** A raw one that has been let in. */
  admitted(key?: string): Promise<RawClient>
}

/** Rate limits without a limit. A request goes on when `held` resolves; `onAsked` is called when it begins to wait. */
export const limitsThatWait = (held: Promise<void>, onAsked: () => void = () => {}): RequestLimits => ({
  async takeTokens() {
    onAsked()
    await held
    return { refusal: null, headers: {} }
  },
  countBadCredential: async () => null,
  countWebhookSend: async () => null,
})

/** The API on a loopback port. */
export async function openSocketApi(...options: Parameters<typeof openApi>): Promise<SocketApi> {
  const api = await openApi(...options)
  const url = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
  const port = Number(url.port)
  const webSocketUrl = `ws://127.0.0.1:${port}/graphql`
  return {
    ...api,
    port,
    client: (key = api.key, more = {}) =>
      createClient({
        url: webSocketUrl,
        connectionParams: { Authorization: `Bearer ${key}` },
        retryAttempts: 0,
        lazyCloseTimeout: 0,
        ...more,
      }),
    raw: (protocol = 'graphql-transport-ws') => openRaw(webSocketUrl, protocol),
    async admitted(key = api.key) {
      const client = await openRaw(webSocketUrl, 'graphql-transport-ws')
      client.send({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } })
      const ack = await client.next()
      if (ack?.type !== 'connection_ack')
        throw new Error(`not let in: ${JSON.stringify(await client.closed)}`)
      return client
    },
  }
}

interface Message {
  readonly type: string
  readonly id?: string
  // biome-ignore lint/suspicious/noExplicitAny: payloads have the shape of whatever was asked.
  readonly payload?: any
}

export interface RawClient {
  readonly protocol: string
  send(message: object | string): void
  /** The next message, or undefined when the socket closes first. */
  next(): Promise<Message | undefined>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

function openRaw(url: string, protocol: string | string[]): Promise<RawClient> {
  const socket = new WebSocket(url, protocol)
  const messages: Message[] = []
  let wake = () => {}
  let isOver = false
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => {
      isOver = true
      wake()
      resolve({ code, reason })
    })
  })
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)))
    wake()
  })
  const client: RawClient = {
    get protocol() {
      return socket.protocol
    },
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async next() {
      while (messages.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return messages.shift()
    },
    closed,
    close: () => socket.close(),
  }
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(client))
    void closed.then(() => resolve(client))
  })
}

/** A client that has been let in, sends what it is told and reads nothing unless its socket is resumed. */
export async function openDeafClient({ port, key: credential }: SocketApi): Promise<{
  readonly socket: Socket
  send(message: object): void
}> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const key = randomBytes(16).toString('base64')
  socket.write(
    [
      'GET /graphql HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      `Sec-WebSocket-Key: ${key}`,
      '',
      '',
    ].join('\r\n'),
  )
  const heard = () => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  const answer = await heard()
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  if (!answer.includes(accept)) throw new Error(answer)
  const send = (message: object) => void socket.write(frame(JSON.stringify(message)))
  send({ type: 'connection_init', payload: { Authorization: `Bearer ${credential}` } })
  const ack = await heard()
  if (!ack.includes('connection_ack')) throw new Error(ack)
  socket.pause()
  socket.on('error', () => {})
  return { socket, send }
}

/** A text as a client's frame: masked, here by zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.alloc(3, 0x80 | 126)
  if (length.length === 3) length.writeUInt16BE(payload.length, 1)
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload])
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const until = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`it was not so within ${withinMs} ms: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
