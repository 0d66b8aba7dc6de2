import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { registerGraphql } from '@dropkit/adapter-graphql'
import { createDropkit } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AppOptions, createApp } from './app.ts'
import { createPipelining } from './pipelining.ts'

/** A server whose answers wait until they are let go, except of `/count`, and a connection to it. */
async function openHeld(
  options: Partial<AppOptions> = {},
  prepare: (app: FastifyInstance) => Promise<unknown> = async () => {},
) {
  const app = await createApp({
    logger: pino({ level: 'silent' }),
    metrics: { registry: new Registry(), observeRequest: () => {} },
    waitingClaims: () => 0,
    ...options,
  })
  await prepare(app)
  const held: (() => void)[] = []
  const hold = () => new Promise<void>((resolve) => held.push(resolve))
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/', { bodyLimit: 1024 * 1024 }, async ({ body }) => {
    await hold()
    return `length ${String(body).length}`
  })
  app.get('/:n', async ({ params }) => {
    await hold()
    return `answer ${(params as { n: string }).n}`
  })
  let counted = 0
  app.route({ method: ['GET', 'POST'], url: '/count', handler: async () => `answer ${++counted}` })
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const [ofServer] = await connected
  onTestFinished(async () => {
    client.destroy()
    await app.close()
  })
  let received = ''
  client.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  return {
    app,
    held,
    client,
    ofServer,
    get: (n: number, headers = '') => client.write(`GET /${n} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`),
    counted: () => counted,
    received: () => received,
    lengths: () => [...received.matchAll(/length (\d+)/g)].map(([, length]) => Number(length)),
    answers: () =>
      received
        .match(/answer \d|connection: close/gi)
        ?.join(', ')
        .toLowerCase(),
  }
}

const request = (length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`

describe('requests that wait', () => {
  /** Opens connections to a server that answers nothing, and sends many requests on each. */
  async function openWaiting(connections: number, requests: number) {
    const received: IncomingMessage[] = []
    const serve = createPipelining().limit(() => {})
    const server = createServer((message, response) => {
      received.push(message)
      serve(message, response)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    let closed = 0
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).on('close', () => closed++)
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests))
      return socket
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return { received, sockets, closed: () => closed }
  }

  it('on many connections are at most 10,000, and a connection that adds to them is closed', async () => {
    const { closed, sockets } = await openWaiting(14, 904)
    await expect.poll(closed).toBe(3)
    for (const socket of sockets) socket.destroy()
    await setTimeout(50)
  })

  it('cost little when their connection closes', async () => {
    const { received, sockets } = await openWaiting(1, 104)
    await expect.poll(() => received.length).toBe(104)
    const [first] = received
    const usual = Error.stackTraceLimit
    sockets[0]?.destroy()
    await expect.poll(() => first?.destroyed).toBe(true)
    expect(received.filter(({ destroyed }) => destroyed)).toHaveLength(4)
    expect(Error.stackTraceLimit).toBe(usual)
  })
})

describe('requests that a client sends before it reads answers', () => {
  it('are served a few at a time, and all answered in order', async () => {
    const { held, client, lengths } = await openHeld()
    const sent = Array.from({ length: 30 }, (_, n) => n + 1)
    client.write(sent.map(request).join(''))
    await expect.poll(() => held.length).toBe(4)
    await setTimeout(50)
    expect(held.length).toBe(4)
    while (lengths().length < 30) {
      for (const answer of held.splice(0)) answer()
      await setImmediate()
    }
    expect(lengths()).toEqual(sent)
  })

  it('are not read while many wait, also if their bodies are large', async () => {
    const { held, client, ofServer, lengths } = await openHeld()
    client.write(request(100_000).repeat(100))
    await expect.poll(() => held.length).toBe(4)
    await setTimeout(100)
    expect(ofServer.bytesRead).toBeLessThan(1_000_000)
    while (lengths().length < 100) {
      for (const answer of held.splice(0)) answer()
      await setImmediate()
    }
    expect(lengths()).toEqual(Array.from({ length: 100 }, () => 100_000))
  })

  it('are not served any more if the client has gone', async () => {
    const { held, client, ofServer } = await openHeld()
    client.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(30))
    await expect.poll(() => held.length).toBe(4)
    client.destroy()
    await expect.poll(() => ofServer.destroyed).toBe(true)
    for (const answer of held) answer()
    await setTimeout(50)
    expect(held.length).toBe(4)
  })

  it('begin over many turns of the event loop, also if each is answered at once', async () => {
    let inThisTurn = 0
    let most = 0
    let answers = 0
    const server = createServer(
      createPipelining().limit((_request, response) => {
        if (inThisTurn++ === 0) void setImmediate().then(() => (inThisTurn = 0))
        most = Math.max(most, inThisTurn)
        answers++
        response.end()
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => {
      client.destroy()
      server.close()
    })
    client.resume()
    client.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(900))
    await expect.poll(() => answers).toBe(900)
    expect(most).toBeLessThan(20)
  })

  it('are not served if there are thousands, and their connection is closed', async () => {
    const { held, client, ofServer } = await openHeld()
    client.on('error', () => {})
    client.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(15_000))
    await expect.poll(() => ofServer.destroyed).toBe(true)
    expect(held.length).toBeLessThanOrEqual(4)
    expect(ofServer.remoteAddress).toBe('127.0.0.1')
  })

  it('are served at once after the earlier ones were answered', async () => {
    const { held, client, lengths } = await openHeld()
    for (let n = 1; n <= 10; n++) {
      client.write(request(n))
      await expect.poll(() => held.length).toBe(1)
      held.pop()?.()
      await expect.poll(() => lengths().length).toBe(n)
    }
  })

  it.each(['drains', 'closes'])(
    'are all answered if the server %s meanwhile, and then the connection is closed',
    async (how) => {
      let isDraining = false
      const { app, held, client, get, answers } = await openHeld({ isDraining: () => isDraining })
      const ended = once(client, 'end')
      for (const n of [1, 2]) get(n)
      await expect.poll(() => held.length).toBe(2)
      const closed = how === 'closes' ? app.close() : undefined
      isDraining = true
      get(3)
      await expect.poll(() => held.length).toBe(3)
      for (const answer of held.toReversed()) {
        answer()
        await setImmediate()
      }
      await ended
      expect(answers()).toBe('answer 1, answer 2, connection: close, answer 3')
      await closed
    },
  )

  it('are not served behind one whose answer says that the connection closes', async () => {
    const { held, client, get, answers } = await openHeld({ isDraining: () => true })
    const ended = once(client, 'end')
    for (const n of [1, 2]) get(n)
    await expect.poll(() => held.length).toBe(2)
    held.pop()?.()
    await setImmediate()
    get(3)
    await setTimeout(50)
    expect(held).toHaveLength(1)
    held.pop()?.()
    await ended
    expect(answers()).toBe('answer 1, connection: close, answer 2')
  })

  it.each([
    ['received with it', 'answer 0, answer 1', 1],
    ['received after it', 'answer 0, connection: close', 0],
  ])('have no effect without an answer behind a body that is not JSON: %s', async (when, all, effects) => {
    const { held, client, get, answers, counted } = await openHeld()
    const post = (body: string) =>
      `POST /count HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    get(0)
    await expect.poll(() => held.length).toBe(1)
    if (when === 'received with it') client.write(post('{"a') + post('{}'))
    else {
      client.write(post('{"a'))
      await setTimeout(50)
      client.write(post('{}'))
    }
    await setTimeout(50)
    held.pop()?.()
    await expect.poll(answers).toBe(all)
    expect(counted()).toBe(effects)
  })

  it('may end with one for a WebSocket of the API, which is then answered without an upgrade', async () => {
    const ports = createTestPorts()
    const { held, client, get, received } = await openHeld({}, (app) =>
      registerGraphql(app, {
        ...ports,
        dropkit: createDropkit(ports),
        network: null,
        version: '1.2.3',
        publicUrl: 'https://dropkit.example',
      }),
    )
    get(1)
    await expect.poll(() => held.length).toBe(1)
    client.write('GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    await setTimeout(50)
    held[0]?.()
    await expect.poll(() => received().match(/HTTP\/1.1 \d/g)).toEqual(['HTTP/1.1 2', 'HTTP/1.1 4'])
  })

  it('may end with one for a WebSocket, which is then answered as a request without an upgrade', async () => {
    const { app, held, get, answers } = await openHeld()
    app.server.on('upgrade', () => expect.unreachable())
    get(1)
    get(2, 'connection: upgrade\r\nupgrade: websocket\r\n')
    await expect.poll(() => held.length).toBe(2)
    for (const answer of held) answer()
    await expect.poll(answers).toBe('answer 1, answer 2')
  })

  it('are answered although the key of the first is looked up while the others are served', async () => {
    const { client, answers } = await openHeld({
      isOriginOfKey: async () => {
        for (let turn = 0; turn < 10; turn++) await setImmediate()
        return true
      },
    })
    const request = (url: string) => `GET ${url} HTTP/1.1\r\nhost: x\r\norigin: https://app.example\r\n\r\n`
    client.write(request('/count?key=pk_1') + request('/count').repeat(4))
    await expect.poll(() => answers()?.split(', ').length).toBe(5)
  })
})
