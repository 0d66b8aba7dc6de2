// Subscriptions over real sockets, with one server and with two servers on one database.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient as createDropkitClient, EventStreamDocument, memoryStorage } from '@dropkit/client'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { claimDrop, createDrop, eventually, run } from './support/drops.ts'
import { type StartServerOptions, startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const servers: TestServer[] = []
const start = async (options: StartServerOptions = {}): Promise<TestServer> => {
  const server = await startServer(options)
  servers.push(server)
  return server
}
const stopAll = async () => {
  for (const server of servers.splice(0).reverse()) await server.stop()
}

type Heard = { readonly id: string; readonly type: string; readonly [field: string]: unknown }
type Following = {
  readonly heard: readonly Heard[]
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** Subscribes. The subscription becomes active after a moment, so events before that may be missed. */
const follow = async (server: TestServer, query: string, key = server.apiKey): Promise<Following> => {
  const heard: Heard[] = []
  let close: (event: { code: number; reason: string }) => void = () => {}
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    close = resolve
  })
  const opened = new Promise<void>((resolve) => {
    const client = createClient({
      url: server.webSocketUrl,
      connectionParams: { Authorization: `Bearer ${key}` },
      retryAttempts: 0,
      on: {
        connected: () => resolve(),
        closed: (event) => close(event as { code: number; reason: string }),
      },
    })
    onTestFinished(() => client.dispose())
    client.subscribe<Record<string, Heard>>(
      { query },
      {
        next: ({ data }) => void heard.push(...Object.values(data ?? {})),
        error: () => resolve(),
        complete: () => {},
      },
    )
  })
  await opened
  await pause(200)
  return { heard, closed }
}

/** Returns some events after a given event, and then breaks the connection. */
const hearAfter = async (server: TestServer, after: string, count: number): Promise<Heard[]> => {
  const client = createClient({
    url: server.webSocketUrl,
    connectionParams: { Authorization: `Bearer ${server.apiKey}` },
    retryAttempts: 0,
  })
  onTestFinished(() => client.dispose())
  const heard: Heard[] = []
  const query = `subscription { eventStream(after: "${after}") { id type } }`
  for await (const { data } of client.iterate<Record<string, Heard>>({ query })) {
    heard.push(...Object.values(data ?? {}))
    if (heard.length >= count) break
  }
  client.terminate()
  return heard
}

const wallet = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)
const newest = async (server: TestServer) =>
  idsOf(await run<Heard[]>(server, '{ events(limit: 1) { id } }'))[0] ?? ''
const eventsSince = (server: TestServer, since: string) =>
  run<Heard[]>(server, `{ events(since: "${since}", limit: 200) { id type } }`)

const databases = [
  { place: 'one server on SQLite', database: 'sqlite', count: 1 },
  { place: 'two servers on Postgres', database: 'postgres', count: 2 },
] as const

describe.each(databases)('subscriptions of $place', ({ database, count }) => {
  let first: TestServer
  let second: TestServer
  beforeAll(async () => {
    first = await start({ database })
    second = count === 1 ? first : await start({ env: { DATABASE_URL: first.databaseUrl } })
  })
  afterAll(stopAll)

  it('send each event once and in order, on any server', async () => {
    const dropId = await createDrop(first)
    const since = await newest(first)
    const stream = await follow(second, 'subscription { eventStream { id type } }')
    const updates = await follow(
      second,
      `subscription { dropUpdates(dropId: "${dropId}") { id type drop { claimCount } } }`,
    )
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => claimDrop(n % 2 ? first : second, dropId, wallet(n + 1))),
    )
    await eventually(
      async () => stream.heard.length,
      (length) => length >= 100,
    )
    expect(stream.heard).toEqual(await eventsSince(first, since))
    const last = await eventually(
      async () => updates.heard.at(-1),
      (update) => (update?.['drop'] as { claimCount: number } | undefined)?.claimCount === 100,
    )
    expect(last?.type).toBe('drop.claimed')
    expect(updates.heard.length).toBeLessThan(20)
  })

  it('are sent once and in order to a client that moves from server to server under load', async () => {
    const dropId = await createDrop(first)
    const since = await newest(first)
    const claiming = (async () => {
      for (let n = 1; n <= 40; n++)
        await Promise.all([claimDrop(first, dropId, wallet(n)), claimDrop(second, dropId, wallet(1_000 + n))])
    })()
    const heard: Heard[] = []
    for (let hop = 0; heard.length < 80; hop++) {
      const after = heard.at(-1)?.id ?? since
      const most = Math.min(1 + (hop % 7), 80 - heard.length)
      heard.push(...(await hearAfter(hop % 2 ? first : second, after, most)))
    }
    await claiming
    expect(heard).toEqual(await eventsSince(first, since))
  })

  // This test is the last one, because it kills a server.
  it('go on from an event at another server, or at the same after a new start, when one is killed', async () => {
    const dropId = await createDrop(first)
    const since = await newest(first)
    const stream = await follow(second, `subscription { eventStream(after: "${since}") { id type } }`)
    for (let n = 1; n <= 10; n++) await claimDrop(first, dropId, wallet(n))
    await eventually(
      async () => stream.heard.length,
      (length) => length >= 5,
    )
    await second.kill()
    const other =
      count === 2 ? first : await start({ env: { DATABASE_URL: first.databaseUrl }, dataDir: first.dataDir })
    for (let n = 11; n <= 20; n++) await claimDrop(other, dropId, wallet(n))
    const after = stream.heard.at(-1)?.id ?? since
    const again = await follow(other, `subscription { eventStream(after: "${after}") { id type } }`)
    for (let n = 21; n <= 30; n++) await claimDrop(other, dropId, wallet(n))
    await eventually(
      async () => stream.heard.length + again.heard.length,
      (length) => length >= 30,
    )
    expect([...stream.heard, ...again.heard]).toEqual(await eventsSince(other, since))
  })
})

describe('the sockets of a server', () => {
  const dataDir = temporaryFolder()
  let first: TestServer
  beforeAll(async () => {
    first = await start({ dataDir })
  })
  afterAll(stopAll)

  it('are closed with 4408 after three seconds without authentication, and with 4403 soon after their key was revoked', async () => {
    const socket = new WebSocket(first.webSocketUrl, 'graphql-transport-ws')
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const opened = Date.now()
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve)).then(
      ({ code }) => ({ code, afterMs: Date.now() - opened }),
    )
    const { secret, apiKey } = await run<{ secret: string; apiKey: { id: string } }>(
      first,
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    const stream = await follow(first, 'subscription { eventStream { id } }', secret)
    const revoked = Date.now()
    await run(first, `mutation { revokeApiKey(id: "${apiKey.id}") }`)
    expect(await stream.closed).toMatchObject({ code: 4403 })
    expect(Date.now() - revoked).toBeLessThan(6_000)
    const { code, afterMs } = await closed
    expect(code).toBe(4408)
    expect(afterMs).toBeGreaterThan(2_800)
    expect(afterMs).toBeLessThan(10_000)
  })

  it('do not hold up its stop, and are closed with 1001 before their subscriptions end, so that clients continue when it is started again', async () => {
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => follow(first, 'subscription { eventStream { id } }')),
    )
    const messages: string[] = []
    const socket = new WebSocket(first.webSocketUrl, 'graphql-transport-ws')
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(data).type))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const payload = { Authorization: `Bearer ${first.apiKey}` }
    socket.send(JSON.stringify({ type: 'connection_init', payload }))
    await eventually(
      async () => messages,
      (types) => types.includes('connection_ack'),
    )
    const query = 'subscription { eventStream { id } }'
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))

    const stop = new AbortController()
    const client = createDropkitClient({ url: first.url, key: first.apiKey, storage: memoryStorage() })
    const updates = client.subscribe(
      EventStreamDocument,
      { types: ['drop.created'] },
      { signal: stop.signal },
    )
    const heard: unknown[] = []
    const listening = (async () => {
      for await (const update of updates)
        heard.push(update.ok ? update.value.eventStream.type : update.refusal)
    })()
    const heardAll = (count: number) =>
      eventually(
        async () => heard,
        ({ length }) => length >= count,
      )
    await pause(500)
    await createDrop(first)
    await heardAll(1)
    const begin = Date.now()
    expect(await first.stop()).toEqual({ code: 0, signal: null })
    expect(Date.now() - begin).toBeLessThan(5_000)
    expect(first.errorOutput()).toBe('')
    for (const stream of streams) expect(await stream.closed).toMatchObject({ code: 1001 })
    expect(await closed).toMatchObject({ code: 1001 })
    expect(new Set(messages)).toEqual(new Set(['connection_ack', 'next']))
    const second = await start({ dataDir, env: { PORT: new URL(first.url).port } })
    await createDrop(second)
    expect(await heardAll(2)).toEqual(['drop.created', 'drop.created'])
    stop.abort()
    await listening
  })
})
