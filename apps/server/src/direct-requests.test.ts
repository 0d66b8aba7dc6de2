import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { registerGraphql, type Services } from '@dropkit/adapter-graphql'
import { createDropkit } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../test/support/http.ts'
import { type AppOptions, createApp } from './app.ts'
import { type DirectApi, serveBefore } from './direct-requests.ts'
import { createLogger } from './log/pino-log.ts'

/** Another origin makes Fastify serve the request. Without a publishable key, it does not change the answer. */
const BY_FASTIFY = { origin: 'https://app.example' }

async function open(options: Partial<AppOptions> = {}, services: Partial<Services> = {}) {
  const lines: string[] = []
  const logger = createLogger({ level: 'info', stream: { write: (line) => void lines.push(line) } })
  const observed: string[] = []
  const direct: DirectApi = {}
  const app = await createApp({
    logger,
    metrics: {
      registry: new Registry(),
      observeRequest: ({ method, route, status }) => void observed.push(`${method} ${route} ${status}`),
    },
    waitingClaims: () => 0,
    direct,
    ...options,
  })
  const ports = createTestPorts()
  const dropkit = createDropkit(ports)
  const about = { publicUrl: 'https://drops.example', network: null, version: '1.2.3' }
  const serve = await registerGraphql(app, { ...ports, dropkit, ...about, ...services })
  const counts = { arrived: 0, passedOn: 0 }
  direct.serve = (exchange, passOn) => {
    counts.arrived++
    serve(exchange, () => {
      counts.passedOn++
      passOn()
    })
  }
  const created = await dropkit.createLocalUser({ username: 'owner', key: { name: 'first' } })
  if (!created.ok) throw new Error(created.error.kind)
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`
  onTestFinished(() => app.close())
  return { app, url, key: created.value.secret, counts, direct, observed, lines, logger }
}

const ME = { query: '{ me { username } }' }
const LIMITED: Services['rateLimits'] = {
  takeTokens: async (_caller, count) => ({
    refusal: null,
    headers: { ratelimit: `"credential";r=${count}` },
  }),
  countBadCredential: async () => null,
  countWebhookSend: async () => null,
}

it.each<[string, { body: unknown; headers?: Record<string, string>; key?: string }, 'served' | 'passed on']>([
  ['an operation', { body: ME }, 'served'],
  ['an operation with an error', { body: { query: '{ drop(id: "none") { id } nothing }' } }, 'served'],
  [
    'a request for another media type',
    { body: { query: '{' }, headers: { accept: 'application/graphql-response+json' } },
    'served',
  ],
  ['a key for a query', { body: ME, headers: { 'idempotency-key': 'one' } }, 'served'],
  ['text beyond ASCII', { body: { query: '{ drop(id: "ö😀") { id } }' } }, 'served'],
  ['text that is not JSON', { body: '{"query":' }, 'passed on'],
  ['several operations', { body: [ME, ME] }, 'passed on'],
  ['a wrong credential', { body: ME, key: 'wrong' }, 'passed on'],
])('answers %s like Fastify', async (_what, given, outcome) => {
  const { url, key, counts } = await open({}, { rateLimits: LIMITED })
  const answerTo = async (more: OutgoingHttpHeaders) => {
    const { status, headers, json } = await ask(url, {
      key,
      ...given,
      headers: { ...given.headers, ...(more as Record<string, string>) },
    })
    const text = JSON.stringify(json).replaceAll(headers.get('x-request-id') as string, 'the id')
    const { date: _, 'x-request-id': __, 'content-length': length, ...rest } = Object.fromEntries(headers)
    return { status, text, rest, isWhole: Number(length) > 0 }
  }
  const direct = await answerTo({})
  expect(counts).toEqual({ arrived: 1, passedOn: outcome === 'served' ? 0 : 1 })
  expect(direct).toEqual(await answerTo(BY_FASTIFY))
  expect(counts.arrived).toBe(1)
})

it.each([[['https://shop.example']], [['*']]])(
  'answers like Fastify with CORS_ORIGINS %s',
  async (corsOrigins) => {
    const { url, key, counts } = await open({ corsOrigins })
    const headersOf = async (more: object) => {
      const { headers } = await ask(url, { body: ME, key, headers: { ...more } })
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      return rest
    }
    expect(await headersOf({})).toEqual(await headersOf(BY_FASTIFY))
    expect(counts).toEqual({ arrived: 1, passedOn: 0 })
  },
)

it('lets Fastify write the CORS headers for an origin of CORS_ORIGINS, even if it has the name of the server', async () => {
  const { url, key, counts } = await open({ corsOrigins: ['https://x'] })
  const { client, received } = await openSocket(url)
  const body = JSON.stringify(ME)
  client.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\norigin: https://x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await expect.poll(received).toMatch(/^access-control-allow-origin: https:\/\/x/im)
  expect(counts.arrived).toBe(0)
})

it.each(['POST /graphql HTTP/1.1', 'POST /graphql HTTP/1.0'])('answers %s without a body', async (line) => {
  const { url, key } = await open()
  const { client, received } = await openSocket(url)
  client.write(
    `${line}\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 0\r\n\r\n`,
  )
  await expect.poll(received).toMatch(/^HTTP\/1.1 400/)
})

it.each<[string, 'before Fastify' | 'by Fastify', (host: string) => Record<string, string>]>([
  ['of its own pages', 'before Fastify', (host) => ({ origin: `http://${host}` })],
  ['of its own pages behind TLS', 'before Fastify', (host) => ({ origin: `https://${host}` })],
  [
    'of a host that begins like its own',
    'by Fastify',
    (host) => ({ origin: `https://${host}.evil.example` }),
  ],
  ['with the origin null', 'by Fastify', () => ({ origin: 'null' })],
  ['with an encoded body', 'by Fastify', () => ({ 'content-encoding': 'gzip' })],
])('serves a request %s %s', async (_what, where, headersFor) => {
  const { url, key, counts } = await open()
  await ask(url, { body: ME, key, headers: headersFor(new URL(url).host) })
  expect(counts).toEqual({ arrived: where === 'before Fastify' ? 1 : 0, passedOn: 0 })
})

it('repeats the answer to an Idempotency-Key on both ways', async () => {
  const { url, key } = await open()
  const body = {
    query: 'mutation { createToken(input: { name: "Gold", symbol: "GLD", supply: "1" }) { id } }',
  }
  for (const [name, first, second] of [
    ['one', {}, BY_FASTIFY],
    ['two', BY_FASTIFY, {}],
  ] as const) {
    const headers = { 'idempotency-key': name }
    const made = await ask(url, { body, key, headers: { ...headers, ...first } })
    const again = await ask(url, { body, key, headers: { ...headers, ...second } })
    expect(made.json?.['data']).toBeDefined()
    expect(again.text).toBe(made.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  }
})

it('counts each request once', async () => {
  const { url, key, observed } = await open()
  for (const body of [ME, '{']) await ask(url, { body, key })
  expect(observed).toEqual(['POST /graphql 200', 'POST /graphql 400'])
})

it('names a request in the lines that it logs', async () => {
  const { url, key, lines, logger } = await open(
    {},
    {
      rateLimits: {
        ...LIMITED,
        async takeTokens(...given) {
          await setImmediate()
          logger.info('in the request')
          return LIMITED.takeTokens(...given)
        },
      },
    },
  )
  const id = (await ask(url, { body: ME, key })).headers.get('x-request-id')
  const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'in the request')
  expect(written.map(({ requestId }) => requestId)).toEqual([id])
})

/** A server with stubs of Fastify and of the API. */
async function openAround(options: Partial<Parameters<typeof serveBefore>[1]>) {
  const seen = { fastify: 0, statuses: [] as number[], errors: [] as unknown[] }
  const server = createServer(
    serveBefore(
      (_request, response) => {
        seen.fastify++
        response.end()
      },
      {
        api: { serve: (_exchange, passOn) => passOn() },
        isOpen: () => true,
        addressOf: () => '127.0.0.1',
        reject: () => false,
        observeRequest: ({ status }) => seen.statuses.push(status),
        headers: {},
        closesAfter: () => false,
        onError: (error) => seen.errors.push(error),
        ...options,
      },
    ),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { seen, send: () => ask(`http://127.0.0.1:${port}/graphql`, { body: ME }) }
}

it('counts a request that is rejected because of overload, and does not serve it', async () => {
  const { seen, send } = await openAround({
    reject(id, _request, response) {
      response.writeHead(503, { 'x-request-id': id }).end('{}')
      return true
    },
  })
  expect((await send()).status).toBe(503)
  expect(seen).toEqual({ fastify: 0, statuses: [503], errors: [] })
})

it('closes the connection on an error that nothing else catches, and does not end the process', async () => {
  const { seen, send } = await openAround({
    addressOf() {
      throw new Error('no address')
    },
  })
  await expect(send()).rejects.toThrow()
  expect(seen).toEqual({ fastify: 0, statuses: [], errors: [new Error('no address')] })
})

it('passes on no request whose connection has closed meanwhile', async () => {
  const serve: DirectApi['serve'] = ({ request }, passOn) => {
    request.socket.destroy()
    passOn()
  }
  const { seen, send } = await openAround({ api: { serve } })
  await expect(send()).rejects.toThrow()
  expect(seen.fastify).toBe(0)
})

it('survives connections that are reset before or while they are served, behind proxies too, and forgets them', async () => {
  const running = { count: 0 }
  for (const trustedProxies of [undefined, ['loopback']]) {
    const { url, key, direct } = await open({ trustedProxies })
    direct.operationBegins = () => {
      running.count++
      return () => void running.count--
    }
    for (const credential of [key, 'wrong'])
      for (let n = 0; n < 10; n++) {
        const { client, head } = await openSocket(url)
        const body = JSON.stringify(ME)
        client.write(head(credential, body) + body)
        // The server reads the request after the reset.
        await new Promise<void>((resolve) => {
          setTimeout(() => {
            client.resetAndDestroy()
            const until = performance.now() + 3
            while (performance.now() < until);
            resolve()
          }, n % 3)
        })
      }
    expect((await ask(url, { body: ME, key })).status).toBe(200)
    await expect.poll(() => running.count).toBe(0)
  }
})

async function openSocket(url: string) {
  const { port } = new URL(url)
  const client = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  await once(client, 'connect')
  let received = ''
  client.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  const head = (key: string, body: string) =>
    `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return { client, head, received: () => received }
}

it('passes on a request whose body arrives later, and answers it before the next one of its connection', async () => {
  const { url, key, counts } = await open()
  const { client, head, received } = await openSocket(url)
  const first = JSON.stringify({ query: '{ a: me { username } }' })
  const second = JSON.stringify({ query: '{ b: me { username } }' })
  client.write(head(key, first) + first.slice(0, 5))
  await expect.poll(() => counts).toEqual({ arrived: 1, passedOn: 1 })
  client.write(first.slice(5) + head(key, second) + second)
  await expect.poll(() => received().match(/"data":\{"."/g)).toEqual(['"data":{"a"', '"data":{"b"'])
})

it('lets Fastify serve the requests of a draining server, and closes after those that it has begun', async () => {
  let isDraining = false
  const held: (() => void)[] = []
  const { url, key, counts } = await open(
    { isDraining: () => isDraining },
    {
      rateLimits: {
        ...LIMITED,
        async takeTokens(...given) {
          await new Promise<void>((resolve) => held.push(resolve))
          return LIMITED.takeTokens(...given)
        },
      },
    },
  )
  const begun = ask(url, { body: ME, key })
  await expect.poll(() => held.length).toBe(1)
  isDraining = true
  held[0]?.()
  expect((await begun).headers.get('connection')).toBe('close')
  const later = ask(url, { body: ME, key })
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  expect((await later).status).toBe(200)
  expect(counts.arrived).toBe(1)
})
