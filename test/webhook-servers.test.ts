// Webhooks of several servers on one database, one of which is killed with deliveries in progress.
import { afterEach, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually } from './support/drops.ts'
import { type StartServerOptions, startServer, type TestServer } from './support/server.ts'
import { register, startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

const TEST_LIMIT_MS = 120_000
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

it(
  'several servers on one Postgres send each event once, and never twice at the same time',
  async () => {
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
    expect(receiver.faults).toEqual([])
    expect(receiver.doubled).toEqual([])
    expect(receiver.attempts).toBe(300)
    expect(receiver.mostUnderWay).toBe(30)
  },
  TEST_LIMIT_MS,
)

describe.each(['sqlite', 'postgres'] as const)('a server that is killed, on %s,', (database) => {
  it(
    'leaves its running deliveries to the next server, under the same ids',
    async () => {
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
      expect(receiver.faults).toEqual([])
    },
    TEST_LIMIT_MS,
  )
})
