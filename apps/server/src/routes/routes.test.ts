import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Dropkit, err, ok, type Store, type UploadedFile } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { createMemoryStore } from '@dropkit/testing'
import fastify from 'fastify'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { walletOf } from '../../../../test/support/drops.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { readConfig } from '../config/read-config.ts'
import { agreeOnMasterKey, createKeyPlace, MASTER_KEY_ID } from '../master-key-of-store.ts'
import { createSealedSecrets } from '../ports/secrets.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { registerDropRoutes } from './drop-routes.ts'
import { byteRangeOf, registerFileRoutes } from './file-routes.ts'
import type { Gate } from './gate.ts'
import { type HealthRouteOptions, registerHealthRoutes } from './health-routes.ts'
import { HTTP_API } from './http-api.ts'

const KEY = 'the-key-of-the-first-admin'
/** Stands for a publishable key of another origin. */
const PUBLISHABLE = 'a publishable'

describe('the described HTTP routes', () => {
  let server: RunningServer
  let publishableKey: string
  beforeAll(async () => {
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      BOOTSTRAP_API_KEY: KEY,
      AUTH_FAILURES_PER_MINUTE: '1000',
    })
    if (!config.ok) throw new Error(config.error.join('\n'))
    server = await startServer(config.value, () => {})
    const query =
      'mutation { createPublishableKey(input: { name: "shop", origins: ["https://shop.example"] }) { secret } }'
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      body: JSON.stringify({ query }),
    })
    const { data } = (await answer.json()) as { data: { createPublishableKey: { secret: string } } }
    publishableKey = data.createPublishableKey.secret
  })
  afterAll(() => server.end())

  it('are those that a server has', () => {
    const described = HTTP_API.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(server.routes.toSorted())
  })

  const asked = HTTP_API.flatMap((route) =>
    [undefined, 'wrong', PUBLISHABLE, KEY].flatMap((key) =>
      (route.method === 'GET' ? [undefined] : ['{}', '[]', '{"seconds":0,"query":"{ me { id } }"}']).map(
        (body) => ({
          name: `${route.method} ${route.path} with ${key === KEY ? 'a good' : (key ?? 'no')} credential and ${body ?? 'no body'}`,
          route,
          key,
          body,
        }),
      ),
    ),
  )

  it.each(asked)('answer as they are described: $name', async ({ route, key, body }) => {
    const path = route.path.replace(/:id|:name/, `drop_${'0'.repeat(32)}`).replace('*', 'name')
    const answer = await fetch(`${server.url}${path}`, {
      method: route.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined
          ? {}
          : { authorization: `Bearer ${key === PUBLISHABLE ? publishableKey : key}` }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    })
    const described = route.answers[answer.status]
    expect(described, `status ${answer.status}: ${await answer.clone().text()}`).toBeDefined()
    if (described?.schema) {
      const read = described.schema.safeParse(await answer.json())
      expect(read.error?.message).toBeUndefined()
    } else if (described?.type) expect(answer.headers.get('content-type')).toContain(described.type)
  })

  const post = (path: string, body: object, credential?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      },
      body: JSON.stringify(body),
    })

  it('sign a wallet in and out again, and end no API key', async () => {
    const { address, sign } = walletOf(1)
    const { message } = (await (await post('/auth/challenge', { address })).json()) as { message: string }
    const signature = await sign(message)
    const verified = await post('/auth/verify', { address, message, signature })
    const { token } = (await verified.json()) as { token: string }
    expect((await post('/auth/end', {}, token)).status).toBe(204)
    expect((await post('/auth/end', {}, token)).status).toBe(401)
    expect((await post('/auth/end', {}, KEY)).status).toBe(409)
  })

  it.each([
    [{}, 200],
    [{ paymentIntentId: null }, 200],
    [{ paymentIntentId: 5 }, 400],
  ])('answer a visit of %j with status %i', async (body, status) => {
    expect((await post('/auth/visit', body)).status).toBe(status)
  })

  it.each([
    [413, 'application/json', JSON.stringify({ query: `{ me { id } } #${'x'.repeat(70_000)}` })],
    [415, 'text/plain', '{ me { id } }'],
  ])('describe status %d of GraphQL', async (status, type, body) => {
    const headers = { 'content-type': type, authorization: `Bearer ${KEY}` }
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(HTTP_API.find(({ path }) => path === '/graphql')?.answers[status]).toBeDefined()
  })

  it.each(['{ me { id } }', '{ drop(id: 5.5) { id } }', '{ drops(limit: 0) { id } }'])(
    'describe the answer of GraphQL and its media type: %s',
    async (query) => {
      const accept = 'application/graphql-response+json'
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, accept }
      const body = JSON.stringify({ query })
      const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
      const described = HTTP_API.find(({ path }) => path === '/graphql')?.answers[answer.status]
      expect(described?.alsoType).toBe(answer.headers.get('content-type')?.split(';')[0])
      expect(described?.schema?.safeParse(await answer.json()).error?.message).toBeUndefined()
    },
  )
})

it.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=3-5', { from: 3, to: 5 }],
  ['bytes=3-500', { from: 3, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-300', { from: 0, to: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-3', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=a-b', 'all'],
  ['', 'all'],
] as const)('reads %j of ten bytes as %j', (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected)
})

it('has no part of nothing', () => {
  expect(byteRangeOf('bytes=0-', 0)).toBe('none')
  expect(byteRangeOf('bytes=-1', 0)).toBe('none')
})

const fileOf = (digit: string, inlineType: string | null): UploadedFile =>
  ({
    id: idOf('file', digit.repeat(32)),
    filename: 'picture',
    contentHash: digit.repeat(64),
    contentName: digit.repeat(64),
    contentType: 'image/png',
    inlineType,
    sizeBytes: 10,
  }) as UploadedFile

const image = fileOf('a', 'image/png')
const film = fileOf('b', 'video/mp4')
const broken = fileOf('c', 'image/png')
const gone = fileOf('d', 'image/png')
const interlaced = fileOf('e', 'image/png')

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })

const OPEN = { admitAddress: async () => ok(null) }

it('an upload whose reader has gone is read no further, and its source is closed', async () => {
  const app = fastify()
  const store = { files: async () => new Map([[film.id, film]]) } as unknown as Pick<Store, 'files'>
  const source = new Readable({ read() {} })
  let arrive = (_: Readable): void => {}
  const asked = new Promise<void>((resolve) => {
    registerFileRoutes(
      app,
      store,
      {
        read: () => {
          resolve()
          return new Promise((found) => {
            arrive = found
          })
        },
      },
      OPEN,
    )
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const reader = get(`${url}/files/${film.id}/film`).on('error', () => {})
  await asked
  reader.destroy()
  const connections = promisify(app.server.getConnections.bind(app.server))
  await expect.poll(() => connections()).toBe(0)
  arrive(source)
  await expect.poll(() => source.destroyed).toBe(true)
  await app.close()
})

it('of an upload, only the requested range is read', async () => {
  const app = fastify()
  const store = { files: async () => new Map([[film.id, film]]) } as unknown as Pick<Store, 'files'>
  const read = vi.fn(async () => Readable.from([Buffer.from('x')]))
  registerFileRoutes(app, store, { read }, OPEN)
  const answer = await app.inject({ url: `/files/${film.id}/film`, headers: { range: 'bytes=-1' } })
  expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([
    206,
    'bytes 9-9/10',
    'x',
  ])
  expect(read).toHaveBeenCalledExactlyOnceWith(film.contentName, { from: 9, to: 9 })
  await app.close()
})

it('uploads have the rate limit of an address, and a page with a hundred of them is served', async () => {
  const config = readConfig({
    DATA_DIR: temporaryFolder(),
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '100',
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const server = await startServer(config.value, () => {})
  const load = () =>
    Promise.all(Array.from({ length: 100 }, () => fetch(`${server.url}/files/${film.id}/film`)))
  const first = await load()
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([404]))
  const refused = (await load()).find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
  await server.end()
})

it('a rotation beyond the gas of a day is refused with the limit, and says when it resets', async () => {
  const app = fastify()
  const limit = { limit: 'gasPerUserDay', value: 7n, used: 6n, asked: 5n, unit: 'MIST of gas' }
  const refusal = { kind: 'rate_limited', ...limit, window: 'day', resetsAt: 0, retryAfterMs: 5_000 } as const
  const dropkit = { rotateDropKey: async () => err(refusal) } as unknown as Dropkit
  const gate = { admit: async () => ok({}) } as unknown as Gate
  registerDropRoutes(app, dropkit, gate, { showsRotatedKey: true })
  const answer = await app.inject({ method: 'POST', url: '/drops/x/rotate-key', payload: { reason: 'why' } })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
  expect(answer.json()).toMatchObject({
    success: false,
    code: 'RATE_LIMITED',
    error: expect.stringContaining('gasPerUserDay is 7 MIST of gas per day'),
    details: { ...limit, value: '7', used: '6', asked: '5', resetsAt: '1970-01-01T00:00:00.000Z' },
  })
  await app.close()
})

it.each(['null', '[]', '"why"', '5'])(
  'a rotation with the body %s is refused, because it is no object',
  async (payload) => {
    const app = fastify()
    onTestFinished(() => app.close())
    const gate = { admit: async () => ok({}) } as unknown as Gate
    registerDropRoutes(app, {} as Dropkit, gate, { showsRotatedKey: true })
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/drops/x/rotate-key', headers, payload })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { success: false, error: 'The body must be a JSON object' },
    ])
  },
)

describe('an uploaded image', () => {
  const app = fastify()
  let reads = 0
  const urlOf = ({ id }: UploadedFile, width: number | string) => `/files/${id}/picture?width=${width}`

  beforeAll(async () => {
    const bytes = await blank(900, 300).png().toBuffer()
    const contents = new Map([
      [image.contentName, bytes],
      [broken.contentName, Buffer.from('no image')],
      [interlaced.contentName, await blank(5_000, 5_000).png({ progressive: true }).toBuffer()],
    ])
    const files = new Map([image, film, broken, gone, interlaced].map((file) => [file.id, file]))
    const store = { files: async () => files } as unknown as Pick<Store, 'files'>
    registerFileRoutes(
      app,
      store,
      {
        async read(name) {
          reads++
          const found = contents.get(name)
          return (
            found &&
            (async function* () {
              yield found
            })()
          )
        },
      },
      OPEN,
    )
  })
  afterAll(() => app.close())

  it('is served in the requested width, and is resized once', async () => {
    const answers = [await app.inject(urlOf(image, 192)), await app.inject(urlOf(image, 192))]
    expect(reads).toBe(1)
    for (const { statusCode, headers, rawPayload } of answers) {
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 192, height: 64 })
    }
    const etag = String(answers[0]?.headers.etag)
    const again = await app.inject({ url: urlOf(image, 192), headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(304)
  })

  it.each([
    [
      'a width that is not offered',
      image,
      193,
      400,
      'width must be one of 48, 96, 192, 384, 768, 1280, 1920',
    ],
    ['no number', image, 'wide', 400, 'width must be one of'],
    ['a film', film, 192, 400, 'picture is not an image'],
    ['bytes that are not an image', broken, 192, 400, 'This file cannot be read as an image'],
    ['an image that needs too much memory', interlaced, 192, 400, 'needs 75 MB to be decoded'],
    ['an image whose bytes are gone', gone, 192, 404, 'File not found'],
  ])('is refused for %s', async (_what, file, width, status, message) => {
    const { statusCode, json } = await app.inject(urlOf(file, width))
    expect(statusCode).toBe(status)
    expect(json().error).toContain(message)
  })
})

const usual = {
  holdsMasterKey: () => true,
  clock: { view: () => ({ systemAheadMs: 0, isSystemWrong: false, unfollowedMs: 0 }) },
  log: { debug() {}, info() {}, warn() {}, error() {} },
}

test('a server is ready for as long as it holds the master key that the store is sealed under', async () => {
  const { keyValues } = createMemoryStore()
  const ring = createSealedSecrets({ current: randomBytes(32) })
  const [ours = ''] = ring.keyIds
  await agreeOnMasterKey(keyValues, ring)
  const place = createKeyPlace(keyValues, ring, Date.now)
  const app = Fastify()
  registerHealthRoutes(app, {
    ...usual,
    store: { check: async () => {} },
    chain: { name: 'fake', check: async () => ok(undefined) },
    holdsMasterKey: () => place.holdsNamed,
  })
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz')
    return { statusCode, ...JSON.parse(body) }
  }
  const name = (keyId: string) =>
    keyValues.transact([MASTER_KEY_ID], () => ({
      writes: new Map([[MASTER_KEY_ID, keyId]]),
      result: undefined,
    }))

  await place.show()
  expect(await ready()).toEqual({ statusCode: 200, status: 'ready', store: 'ok', chain: 'ok' })
  await name('another1')
  await expect(place.show()).rejects.toThrow('another master key is in use')
  expect(await ready()).toMatchObject({ statusCode: 503, status: 'not ready', masterKey: expect.any(String) })
  await name(ours)
  await place.show()
  expect((await ready()).statusCode).toBe(200)
})

test('a load balancer can ask whether a server is ready without its chain', async () => {
  const app = Fastify()
  let storeFails = false
  let asked = 0
  registerHealthRoutes(app, {
    ...usual,
    store: {
      check: async () => {
        if (storeFails) throw new Error('away')
      },
    },
    chain: {
      name: 'sui',
      check: async () => {
        asked++
        return err({ kind: 'chain_unavailable', reason: 'away' })
      },
    },
  })
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect([await statusOf('/readyz?ignore=chain'), asked]).toEqual([200, 0])
  expect([await statusOf('/readyz'), asked]).toEqual([503, 1])
  storeFails = true
  expect(await statusOf('/readyz?ignore=chain')).toBe(503)
})

describe('the readiness of a server', () => {
  async function readiness(options: Partial<HealthRouteOptions> = {}) {
    const app = Fastify()
    onTestFinished(() => app.close())
    const warn = vi.fn()
    registerHealthRoutes(app, {
      ...usual,
      log: { ...usual.log, warn },
      store: { check: async () => {} },
      chain: { name: 'sui', check: async () => ok(undefined) },
      ...options,
    })
    const { statusCode, headers, body } = await app.inject('/readyz')
    return { statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body), warned: warn.mock.calls }
  }
  const NOT_READY = { statusCode: 503, retryAfter: '1' }

  test('names the store if it fails, and logs the reason only', async () => {
    const check = () => Promise.reject(new Error('no connection to db.internal'))
    expect(await readiness({ store: { check } })).toEqual({
      ...NOT_READY,
      body: { status: 'not ready', store: 'unreachable', chain: 'ok' },
      warned: [['not ready', { part: 'store', reason: 'Error: no connection to db.internal' }]],
    })
  })

  test('names the chain if it fails, and logs the reason only', async () => {
    const check = async () =>
      err({ kind: 'chain_unavailable', reason: 'no answer of node.internal' } as const)
    expect(await readiness({ chain: { name: 'sui', check } })).toEqual({
      ...NOT_READY,
      body: { status: 'not ready', store: 'ok', chain: 'unreachable' },
      warned: [['not ready', { part: 'chain', reason: 'Error: no answer of node.internal' }]],
    })
  })

  test('does not wait for a part that does not answer', async () => {
    const check = () => new Promise<void>(() => {})
    expect(await readiness({ store: { check }, timeoutMs: 5 })).toMatchObject({
      ...NOT_READY,
      body: { store: 'unreachable' },
      warned: [['not ready', { reason: 'Error: no answer within 5 ms' }]],
    })
  })

  test('ends when the server drains, and then nothing else is asked', async () => {
    const check = vi.fn(async () => {})
    expect(await readiness({ store: { check }, isDraining: () => true })).toEqual({
      ...NOT_READY,
      body: { status: 'draining' },
      warned: [],
    })
    expect(check).not.toHaveBeenCalled()
  })

  test.each([
    [{ isSystemWrong: true }, "the machine's clock is wrong by 61.5 s"],
    [{ unfollowedMs: -3_600_000 }, 'the reference clock jumped by -3600.0 s'],
  ])('does not end with a wrong clock, which it reports: %j', async (wrong, clock) => {
    const view = { systemAheadMs: 61_500, isSystemWrong: false, unfollowedMs: 0, ...wrong }
    expect(await readiness({ clock: { view: () => view } })).toEqual({
      statusCode: 200,
      retryAfter: undefined,
      body: { status: 'ready', store: 'ok', chain: 'ok', clock },
      warned: [],
    })
  })

  test('shows since when no calls go to the node, and not why', async () => {
    const breaker = () => ({ state: 'open', since: 0, lastReason: 'no answer of node.internal' }) as const
    const { statusCode, body } = await readiness({ breaker })
    expect([statusCode, body.chainBreaker]).toEqual([
      200,
      { state: 'open', since: '1970-01-01T00:00:00.000Z' },
    ])
  })
})

test('simultaneous requests share a check of the store', async () => {
  const app = Fastify()
  let checks = 0
  const first = Promise.withResolvers<void>()
  registerHealthRoutes(app, {
    ...usual,
    store: {
      async check() {
        checks++
        await first.promise
      },
    },
    chain: { name: 'fake', check: async () => ok(undefined) },
  })
  const asked = Array.from({ length: 20 }, async () => (await app.inject('/readyz')).statusCode)
  await expect.poll(() => checks).toBe(1)
  first.resolve()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
  expect(checks).toBe(1)
  await app.inject('/readyz')
  expect(checks).toBe(2)
})

test.each([
  ['a chain behind a network is asked once for many requests', () => ({ state: 'closed', since: 0 }), 1],
  ['a chain without a network is asked for each request', null, 3],
] as const)('%s', async (_what, breaker, checks) => {
  let asked = 0
  const app = Fastify()
  registerHealthRoutes(app, {
    ...usual,
    store: { check: async () => {} },
    chain: {
      name: 'sui',
      check: async () => {
        asked++
        return ok(undefined)
      },
    },
    breaker: breaker as HealthRouteOptions['breaker'] & {},
    ...(breaker && { chainAgeMs: 60_000 }),
  })
  for (let n = 0; n < 3; n++) expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(asked).toBe(checks)
})

test('a user reads at most eight exports at the same time, and one more for each that ends', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  async function* endless() {
    yield 'claim\n'
    await new Promise(() => {})
  }
  const admitted = ok({ caller: { user: { id: 'user_1' } } })
  registerDropRoutes(
    app,
    { exportClaims: async () => ok(endless()) } as unknown as Parameters<typeof registerDropRoutes>[1],
    { admit: async () => admitted } as unknown as Parameters<typeof registerDropRoutes>[2],
    { showsRotatedKey: false },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const begin = async () => {
    const client = new AbortController()
    onTestFinished(() => client.abort())
    const { status } = await fetch(`${url}/drops/drop_1/claims.csv`, { signal: client.signal })
    return { status, leave: () => client.abort() }
  }
  const begun = [await begin()]
  while (begun.length < 9) begun.push(await begin())
  expect(begun.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 200), 429])
  begun[0]?.leave()
  await expect.poll(async () => (await begin()).status).toBe(200)
  expect((await begin()).status).toBe(429)
})
