import type { OutgoingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { type Authenticated, err, ok } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { sampleUser } from '@dropkit/testing'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { proxyFile } from '../../../test/support/balancer.ts'
import { countPerTurn } from '../../../test/support/count-per-turn.ts'
import { type AppOptions, createApp } from './app.ts'
import { createMemoryBuckets } from './limits/buckets.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { createLogger } from './log/pino-log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { registerDropRoutes } from './routes/drop-routes.ts'
import { createGate } from './routes/gate.ts'

async function openApp(options: Partial<AppOptions> = {}) {
  const metrics = createMetrics(new Registry(), { version: '0', chain: 'fake', database: 'sqlite' })
  const app = await createApp({
    logger: pino({ level: 'silent' }),
    metrics,
    waitingClaims: () => 0,
    ...options,
  })
  onTestFinished(() => app.close())
  return app
}

it('a path that cannot be decoded is answered with a page to a browser, and with JSON to a program', async () => {
  const app = await openApp({ hasWeb: true })
  const page = await app.inject({ url: '/d/%zz', headers: { accept: 'text/html,*/*' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(page.body).toContain('Check the link')
  const answer = await app.inject({ url: '/d/%zz', headers: { accept: 'application/json' } })
  expect([answer.statusCode, answer.json().error]).toEqual([400, 'The path is not valid'])
})

it.each([
  ['bytes that are no HTTP', 'hello\r\n\r\n', 400, 'The request is not valid HTTP'],
  ['an unknown method', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'The request is not valid HTTP'],
  [
    'long headers',
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'must have at most 16384 bytes',
  ],
])(
  '%s are answered with an error in the format of every other error',
  async (_what, bytes, status, error) => {
    const app = await openApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const answer = text(client)
    client.write(bytes)
    const [head = '', body = ''] = (await answer).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(body)).toEqual({
      error: expect.stringContaining(error),
      code: 'BAD_USER_INPUT',
      retryable: false,
      requestId: expect.any(String),
    })
  },
)

it('the documented Caddy closes an idle connection before the server does, which would lose a POST', async () => {
  const { server } = await openApp()
  const [, seconds] = /\tkeepalive (\d+)s\n/.exec(proxyFile('Caddyfile')) ?? []
  expect(Number(seconds) * 1_000).toBeLessThan(server.keepAliveTimeout / 2)
})

it('requests outside the API that arrive in the same moment begin over many turns of the event loop', async () => {
  const app = await openApp()
  const begun = countPerTurn()
  app.get('/', async () => {
    begun.count()
    return ''
  })
  let accepted = 0
  app.server.on('connection', () => accepted++)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const clients = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  await expect.poll(() => accepted).toBe(100)
  for (const client of clients) client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(begun.total).toBe(100)
  for (const client of clients) client.destroy()
  expect(begun.stop()).toBeLessThanOrEqual(20)
})

it('a line that is written after a body has arrived names its request', async () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'info', stream: { write: (line) => void lines.push(line) } })
  const app = await openApp({ logger })
  app.post('/', async (request) => {
    await setImmediate()
    logger.info('in the handler')
    return request.id
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify('x'.repeat(60_000))
  const ids = await Promise.all(
    [1, 2].map(async () => (await fetch(url, { method: 'POST', headers, body })).text()),
  )
  const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'in the handler')
  expect(written.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted())
})

it.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'])(
  'reads %s as any other body',
  async (payload) => {
    const app = await openApp()
    app.post('/', async ({ body }) => JSON.stringify(body))
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: '/', headers, payload })).body).toBe(payload)
  },
)

it('reads a name with escapes after a body with a name that looks like its beginning', async () => {
  const app = await openApp()
  app.post('/', async ({ body }) => Object.keys(body as object))
  const headers = { 'content-type': 'application/json' }
  const namesIn = async (payload: string) =>
    (await app.inject({ method: 'POST', url: '/', headers, payload })).json()
  await namesIn(String.raw`{"inRoute":1,"\\u":1}`)
  expect(await namesIn(String.raw`{"inRoute":1,"\u0069d":1}`)).toEqual(['inRoute', 'id'])
})

const JSON_TYPE = { 'content-type': 'application/json' }

async function post(headers: OutgoingHttpHeaders, payload = '{}', bodyLimit = 1_000_000) {
  const app = await openApp()
  app.post('/', { bodyLimit }, async () => 'read')
  return app.inject({ method: 'POST', url: '/', headers, payload })
}

describe('a body is refused if', () => {
  async function refusalOf(...[headers, payload, bodyLimit]: Parameters<typeof post>) {
    const answer = await post(headers, payload, bodyLimit)
    const { accept, 'accept-encoding': acceptEncoding } = answer.headers
    return { status: answer.statusCode, accept, acceptEncoding, ...answer.json() }
  }

  it.each(['gzip', 'br, identity'])('its encoding is %s', async (encoding) => {
    expect(await refusalOf({ ...JSON_TYPE, 'content-encoding': encoding })).toMatchObject({
      status: 415,
      acceptEncoding: 'identity',
      code: 'BAD_USER_INPUT',
      error: `Content-Encoding must be identity; it is "${encoding}"`,
      field: 'Content-Encoding',
      retryable: false,
    })
  })

  it.each([
    ['application/json; charset=utf-16', 'application/json; charset=utf-8'],
    ['application/json;Charset="ISO-8859-1"', 'application/json; charset=utf-8'],
    ['text/plain', 'application/json'],
    ['no media type', 'application/json'],
  ])('its type is %s', async (type, accept) => {
    expect(await refusalOf({ 'content-type': type })).toMatchObject({
      status: 415,
      accept,
      error: `Content-Type must be ${accept}; it is "${type}"`,
      field: 'Content-Type',
    })
  })

  it('it has too many values', async () => {
    expect(await refusalOf(JSON_TYPE, `[${'1,'.repeat(120_000)}1]`)).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      details: { limit: 'bodyValues', value: 110_000, asked: null },
    })
  })

  it('it has too many bytes', async () => {
    expect(await refusalOf(JSON_TYPE, '[1,2,3,4,5,6]', 10)).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      details: { limit: 'bodyBytes', value: 10, asked: 13 },
    })
  })
})

it('an empty body is accepted with any type', async () => {
  const app = await openApp()
  app.post('/', async ({ body }) => `${body}`)
  const headers = { 'content-type': 'text/plain', 'content-length': '0' }
  expect((await app.inject({ method: 'POST', url: '/', headers })).body).toMatch(/^(undefined|null)$/)
})

it.each([
  { ...JSON_TYPE, 'content-encoding': 'Identity' },
  { 'content-type': 'Application/JSON; charset=UTF-8' },
  { 'content-type': 'application/json;charset="utf8"' },
])('a body is read with the headers %o', async (headers) => {
  expect((await post(headers)).body).toBe('read')
})

it('rejects requests to the API while the process is overloaded, with the headers that every answer has', async () => {
  const app = await openApp({ corsOrigins: ['*'], waitingClaims: () => 1_000_000_000 })
  app.get('/graphql', async () => 'served')
  const ask = () => app.inject({ url: '/graphql', headers: { origin: 'https://app.example' } })
  const statuses: number[] = []
  // A burst of 20,000 is served.
  for (let sent = 0; sent <= 20_500; sent += 500) {
    const [first] = await Promise.all(Array.from({ length: 500 }, ask))
    statuses.push(first?.statusCode ?? 0)
  }
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect((await ask()).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'retry-after': expect.any(String),
  })
  expect((await app.inject('/metrics')).statusCode).toBe(200)
})

describe('pages of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    url: '/healthz',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  } as const

  it.each([
    ['without CORS_ORIGINS', undefined],
    ['by others', ['https://other.example']],
  ])('get no permission when they are not named: %s', async (_, corsOrigins) => {
    const app = await openApp({ corsOrigins })
    for (const url of ['/healthz', '/nothing']) {
      const { headers, statusCode, body } = await app.inject({ ...preflight, url })
      expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('get an empty answer to an OPTIONS request that is no preflight', async () => {
    for (const corsOrigins of [undefined, ['https://app.example']]) {
      const app = await openApp({ corsOrigins })
      const { statusCode, body } = await app.inject({ method: 'OPTIONS', url: '/healthz' })
      expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
    }
  })

  it('may call when they are named, with a credential and an idempotency key', async () => {
    const app = await openApp({ corsOrigins: ['https://app.example'] })
    const { headers } = await app.inject(preflight)
    expect(headers['access-control-allow-origin']).toBe('https://app.example')
    expect(headers['access-control-allow-headers']).toContain('idempotency-key')
    const stranger = await app.inject({
      ...preflight,
      headers: { ...preflight.headers, origin: 'https://evil.example' },
    })
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined()
    const answer = await app.inject({ url: '/nothing', headers: { origin: 'https://app.example' } })
    expect(answer.headers['access-control-expose-headers']).toContain('retry-after')
  })

  it('may call with a key that names them, and read answers that a later hook writes itself', async () => {
    for (const corsOrigins of [undefined, ['https://other.example'], ['https://app.example']]) {
      const app = await openApp({ corsOrigins, isOriginOfKey: async (key) => key === 'pk_1' })
      app.addHook('onRequest', (_request, reply) => {
        reply.hijack()
        reply.raw.writeHead(503, reply.getHeaders() as OutgoingHttpHeaders).end()
      })
      const { origin } = preflight.headers
      const answer = await app.inject({ url: '/healthz?key=pk_1', headers: { origin } })
      expect(answer).toMatchObject({
        statusCode: 503,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': expect.stringContaining('retry-after'),
          vary: expect.stringContaining('Origin'),
        },
      })
    }
  })

  it('may all call with a star', async () => {
    const app = await openApp({ corsOrigins: ['*'] })
    expect((await app.inject(preflight)).headers['access-control-allow-origin']).toBe('*')
  })
})

describe('bodies that arrive slowly', () => {
  const MEBIBYTE = 1024 * 1024
  const WAIT = { timeout: 10_000 }
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  const headOf = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  /** Sends the head of a request and a piece of its body. Returns what is answered so far. */
  function begin(port: number, path: string, length: number): () => string {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      answer += String(data)
    })
    socket.write(`${headOf(path, length)}{`)
    return () => answer
  }

  it('are limited per address on all routes together', async () => {
    const app = await openApp()
    let counted = 0
    app.addHook('preParsing', (_request, _reply, payload, done) => {
      counted++
      done(null, payload)
    })
    app.post('/large', { bodyLimit: 14 * MEBIBYTE }, async () => 'read')
    app.post('/other', { bodyLimit: 14 * MEBIBYTE }, async () => 'read')
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const port = Number(new URL(url).port)
    const begun = ['/large', '/other', '/large', '/other'].map((path) => begin(port, path, 14 * MEBIBYTE))
    await expect.poll(() => counted, WAIT).toBe(4)
    const answerToFifth = begin(port, '/large', MEBIBYTE)
    await expect.poll(() => answerToFifth().split('\r\n\r\n')[1], WAIT).toMatch(/\}$/)
    expect(begun.map((answer) => answer())).toEqual(['', '', '', ''])
    const refused = answerToFifth()
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused).toMatch(/retry-after: 1\r/)
    expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      details: { limit: 'bodyBytesAtOnce', value: 56 * MEBIBYTE, asked: 57 * MEBIBYTE },
    })
    const post = (body: string) =>
      fetch(`${url}/large`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect((await post('{}')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await post(`{${' '.repeat(MEBIBYTE)}}`)).status, WAIT).toBe(200)
  })
})

it('counts requests with unknown methods under one label', async () => {
  const registry = new Registry()
  const metrics = createMetrics(registry, { version: '0', chain: 'fake', database: 'sqlite' })
  const app = await openApp({ metrics })
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const)
    await app.inject({ method, url: '/nothing' })
  const counted = await registry.getSingleMetricAsString('dropkit_http_request_duration_seconds')
  const methods = [...counted.matchAll(/_count\{method="(\w+)".*\} (\d+)/g)].map(([, name, times]) => [
    name,
    times,
  ])
  expect(methods).toEqual([
    ['GET', '1'],
    ['other', '3'],
  ])
})

const ada: Authenticated = {
  caller: {
    user: sampleUser(1),
    credential: { kind: 'api_key', id: idOf('key', '2'.repeat(32)) },
  },
  requestsPerMinute: null,
}

async function openDrops(
  limits: { requestsPerMinute?: number; authFailuresPerMinute?: number },
  csv = noClaims,
) {
  const app = await openApp({ trustedProxies: ['loopback'] })
  const buckets = createMemoryBuckets({ monotonicNow: () => 0 })
  const rateLimits = createRateLimits({ buckets, requestsPerMinute: 0, authFailuresPerMinute: 0, ...limits })
  const unauthenticated = err({ kind: 'unauthenticated' } as const)
  const authenticate = async (secret: string) => (secret === 'good key' ? ok(ada) : unauthenticated)
  registerDropRoutes(
    app,
    { rotateDropKey: async () => err({ kind: 'forbidden' }), exportClaims: async () => ok(csv()) },
    createGate({ authenticate, readVisit: () => unauthenticated }, rateLimits),
    { showsRotatedKey: true },
  )
  const get = (key: string | null, from = '192.0.2.1') =>
    app.inject({
      url: '/drops/drop_1/claims.csv',
      headers: { 'x-forwarded-for': from, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    })
  return { app, get }
}

async function* noClaims(): AsyncGenerator<string, void, undefined> {
  yield 'id\r\n'
}

describe('limits', () => {
  it('turn a credential away that asks too often, and say how much there is', async () => {
    const { get } = await openDrops({ requestsPerMinute: 2 })
    const first = await get('good key')
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"credential";q=2;w=60',
      ratelimit: '"credential";r=1;t=30',
    })
    await get('good key')
    const third = await get('good key')
    expect(third.statusCode).toBe(429)
    expect(third.headers['retry-after']).toBe('30')
    expect(third.json()).toEqual({
      error: expect.stringContaining('At most 2 requests a minute'),
      code: 'RATE_LIMITED',
      retryable: true,
      details: { limit: 'requestsPerMinute', value: 2, asked: 1 },
      requestId: expect.any(String),
    })
  })

  it('turn bad credentials of one address away, and never a good one', async () => {
    const { get } = await openDrops({ authFailuresPerMinute: 3 })
    const statuses: number[] = []
    for (let time = 0; time < 5; time++) statuses.push((await get('bad')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await get('bad')).headers['retry-after']).toBe('20')
    expect((await get('good key')).statusCode).toBe(200)
    expect((await get('bad', '192.0.2.2')).statusCode).toBe(401)
  })

  it('do not count a credential that is missing', async () => {
    const { get } = await openDrops({ authFailuresPerMinute: 1 })
    for (let time = 0; time < 5; time++) expect((await get(null)).statusCode).toBe(401)
    expect((await get('bad')).statusCode).toBe(401)
    expect((await get('bad')).statusCode).toBe(429)
  })
})

describe('an export', () => {
  it('is read no faster than the client accepts it, and no longer when the client disconnects', async () => {
    let pieces = 0
    let isOver = false
    async function* endless(): AsyncGenerator<string, void, undefined> {
      try {
        for (;;) {
          pieces++
          yield 'x'.repeat(100_000)
          await setImmediate()
        }
      } finally {
        isOver = true
      }
    }
    const { app } = await openDrops({}, endless)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const response = await fetch(`${url}/drops/drop_1/claims.csv`, {
      headers: { authorization: 'Bearer good key' },
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    await reader?.read()
    let read = 0
    for (let waited = 0; waited < 50 && read !== pieces; waited++) {
      read = pieces
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(pieces).toBe(read)
    // The buffers between server and client hold some megabytes.
    expect(read).toBeLessThan(200)
    leaving.abort()
    await reader?.cancel().catch(() => {})
    for (let waited = 0; waited < 200 && !isOver; waited++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(isOver).toBe(true)
  })

  it('is refused while eight others of its user run, and allowed after one has ended', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { app } = await openDrops({}, async function* () {
      yield 'id\r\n'
      await isOver
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const leaving = Array.from({ length: 10 }, () => new AbortController())
    const start = (place: number) =>
      fetch(`${url}/drops/drop_1/claims.csv`, {
        headers: { authorization: 'Bearer good key' },
        signal: leaving[place]?.signal ?? null,
      })
    for (let place = 0; place < 8; place++) expect((await start(place)).status).toBe(200)
    const refused = await start(8)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      details: { limit: 'exportsAtOnce', value: 8, asked: 9 },
    })
    leaving[0]?.abort()
    let status = 429
    while (status === 429) status = (await start(9)).status
    expect(status).toBe(200)
    for (const one of leaving) one.abort()
    end()
    app.server.closeAllConnections()
  })
})

it('closes a connection on which nothing was sent or received for a minute', async () => {
  const app = await openApp()
  expect(app.server.timeout).toBe(60_000)
})

it.each(['/healthz', '/readyz', '/metrics'])(
  '%s does not wait for the pages that were asked before it',
  async (url) => {
    const app = await openApp()
    if (url !== '/metrics') app.get(url, async () => 'ok')
    app.get('/page', async () => 'page')
    await app.ready()
    const answered: string[] = []
    const ask = (path: string) => app.inject(path).then(() => answered.push(path))
    await Promise.all([...Array.from({ length: 200 }, () => ask('/page')), ask(url)])
    expect(answered.indexOf(url)).toBeLessThan(100)
  },
)
