// Two users register as many webhooks as they can, with receivers that accept connections and never answer. A third user's
// webhook must stay as fast as before.
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from './support/drops.ts'
import { ask } from './support/http.ts'
import { type StartServerOptions, startServer, type TestServer } from './support/server.ts'
import { register, startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

const WEBHOOKS_EACH = 100
const ATTACKERS = 2
/** Enough that every silent webhook always has more events to send than it may have in progress. */
const EVENTS_OF_ATTACKERS = 25
const EVENTS = 150
const EVENT_EVERY_MS = 120
const P99_LIMIT_MS = 1_000

const claimer = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

const signIn = async (server: TestServer, number: number): Promise<string> => {
  const { address, sign } = walletOf(number)
  const { json: challenge } = await ask(`${server.url}/auth/challenge`, { body: { address } })
  const message = String(challenge?.['message'])
  const body = { address, message, signature: await sign(message) }
  return String((await ask(`${server.url}/auth/verify`, { body })).json?.['token'])
}

/** Ports that accept connections and never answer. */
const listenInSilence = async (count: number): Promise<readonly string[]> => {
  const sockets = new Set<Socket>()
  const open = (): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
      }).listen(0, '127.0.0.1', () => resolve(server))
    })
  const servers = await Promise.all(Array.from({ length: count }, open))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    for (const server of servers) server.close()
  })
  return servers.map((server) => `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`)
}

/** Registers the webhooks of one attacker. Returns a drop whose claims are their events. */
const attack = async (server: TestServer, number: number): Promise<string> => {
  const key = await signIn(server, number)
  for (const url of await listenInSilence(WEBHOOKS_EACH)) {
    const create = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }'
    await run(server, create, { input: { url, events: ['drop.claimed'] } }, key)
  }
  return createDrop(server, {}, key)
}

it.each(['sqlite', 'postgres'] as const)(
  'two hundred silent receivers of others do not delay a webhook on %s',
  async (database) => {
    const first = await startServer({ database })
    onTestFinished(async () => void (await first.stop()))
    const servers = [first]
    if (database === 'postgres') {
      const second = await startServer({ env: { DATABASE_URL: first.databaseUrl } })
      onTestFinished(async () => void (await second.stop()))
      servers.push(second)
    }
    const arrivedAt = new Map<string, number>()
    const receiver = await startWebhookReceiver(({ body }) => {
      arrivedAt.set(JSON.parse(body).data.claimId, performance.now())
      return 204
    })
    onTestFinished(() => receiver.close())
    const key = await signIn(first, 1)
    await register(first, receiver, ['drop.claimed'], key)
    const drop = await createDrop(first, {}, key)
    const attacked = await Promise.all(Array.from({ length: ATTACKERS }, (_, n) => attack(first, n + 2)))
    for (let n = 1; n <= EVENTS_OF_ATTACKERS; n++)
      await Promise.all(attacked.map((dropId) => claimDrop(first, dropId, claimer(n))))

    const claimedAt = new Map<string, number>()
    for (let n = 1; n <= EVENTS; n++) {
      const claimed = claimDrop(first, drop, claimer(n)).then(({ claim }) =>
        claimedAt.set(claim.id, performance.now()),
      )
      await Promise.all([claimed, new Promise((resolve) => setTimeout(resolve, EVENT_EVERY_MS))])
      if (n % 10 === 0)
        await Promise.all(attacked.map((dropId) => claimDrop(first, dropId, claimer(1_000 + n))))
    }
    await eventually(
      async () => arrivedAt.size,
      (size) => size === EVENTS,
      60_000,
    )
    const delays = [...claimedAt].map(([id, at]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at)
    delays.sort((one, other) => one - other)
    const p99 = delays[Math.ceil(EVENTS * 0.99) - 1] ?? Number.POSITIVE_INFINITY
    console.info(
      `${database}, ${servers.length} servers: a webhook took ${Math.round(delays[EVENTS / 2] ?? 0)} ms in the median, ${Math.round(p99)} ms in the 99th percentile`,
    )
    expect(p99).toBeLessThan(P99_LIMIT_MS)
    expect(receiver.violations).toEqual([])
  },
)

describe('webhook servers', () => {
  // Webhooks of several servers on one database, one of which is killed with deliveries in progress.

  const ARRIVAL_LIMIT_MS = 60_000
  /** Longer than a server's lease of a delivery. */
  const LEASE_SECONDS = 31

  const servers: TestServer[] = []
  const receivers: WebhookReceiver[] = []
  const start = async (options: StartServerOptions): Promise<TestServer> => {
    const server = await startServer(options)
    servers.push(server)
    return server
  }
  const receive = async (...given: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> => {
    const receiver = await startWebhookReceiver(...given)
    receivers.push(receiver)
    return receiver
  }
  afterEach(async () => {
    // Once its receiver is closed, an unanswered delivery does not delay the end of a server.
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    for (const server of servers.splice(0).reverse()) await server.stop().catch(() => {})
  })

  const wallet = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

  const claimMany = async (on: readonly TestServer[], dropId: string, count: number): Promise<void> => {
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        claimDrop(on[n % on.length] as TestServer, dropId, wallet(n + 1)),
      ),
    )
  }

  const countsOf = (receiver: WebhookReceiver): readonly number[] => [...receiver.delivered.values()]

  it('several servers on one Postgres send each event once, and never twice at the same time', async () => {
    const first = await start({ database: 'postgres' })
    const env = { DATABASE_URL: first.databaseUrl }
    const all = [first, await start({ env }), await start({ env })]
    let open = () => {}
    const isOpen = new Promise<void>((resolve) => {
      open = resolve
    })
    // The receiver answers only after all three servers have as many deliveries in progress as they may.
    const receiver = await receive(async () => {
      if (receiver.mostUnderWay === 30) open()
      await isOpen
      return 204
    })
    await register(first, receiver, ['drop.claimed'])
    await claimMany(all, await createDrop(first), 300)
    await eventually(
      async () => receiver.delivered.size,
      (size) => size === 300,
      ARRIVAL_LIMIT_MS,
    )
    expect(receiver.violations).toEqual([])
    expect(receiver.doubled).toEqual([])
    expect(receiver.attempts).toBe(300)
    expect(receiver.mostUnderWay).toBe(30)
  })

  describe.each(['sqlite', 'postgres'] as const)('a server that is killed, on %s,', (database) => {
    it('leaves its running deliveries to the next server, under the same ids', async () => {
      let isSilent = true
      const receiver = await receive(() => (isSilent ? new Promise(() => {}) : 204))
      const first = await start({ database })
      await register(first, receiver, ['drop.claimed'])
      await claimMany([first], await createDrop(first), 40)
      await eventually(
        async () => receiver.attempts,
        (attempts) => attempts === 10,
      )
      expect(await first.kill()).toMatchObject({ signal: 'SIGKILL' })
      isSilent = false
      const second = await start({ env: { DATABASE_URL: first.databaseUrl }, dataDir: first.dataDir })
      await eventually(
        async () => receiver.delivered.size,
        (size) => size === 30,
      )
      // No other server sends the killed server's deliveries before its lease has expired.
      expect(receiver.attempts).toBe(40)
      await second.fakeChain('advance', { seconds: LEASE_SECONDS })
      await eventually(
        async () => receiver.delivered.size,
        (size) => size === 40,
      )
      expect(receiver.attempts).toBe(50)
      expect(countsOf(receiver)).toEqual(Array(40).fill(1))
      expect(receiver.violations).toEqual([])
    })
  })
})
