// Thousands of events for fast receivers. WEBHOOK_RUSH_EVENTS is the number of events. The default is small enough to run
// with the other tests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, eventually, run, walletOf } from './support/drops.ts'
import { rush } from './support/fleet.ts'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'
import { register, startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

const EVENTS = Number(process.env['WEBHOOK_RUSH_EVENTS'] ?? 2_000)
const CREATORS = 10
const EVENTS_EACH = Math.ceil(EVENTS / CREATORS)
const RUSH_LIMIT_MS = 60_000
const DELIVERY_LIMIT_MS = 120_000
/** An idle machine sends several times as many. This one may be running other tests. */
const LEAST_A_SECOND = 100

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`

type Creator = { readonly key: string; readonly receiver: WebhookReceiver }

const claimer = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

const signIn = async (server: TestServer, number: number): Promise<string> => {
  const { address, sign } = walletOf(number)
  const { json: challenge } = await ask(`${server.url}/auth/challenge`, { body: { address } })
  const signature = await sign(String(challenge?.['message']))
  const { json } = await ask(`${server.url}/auth/verify`, { body: { address, signature } })
  return String(json?.['token'])
}

describe.each(['sqlite', 'postgres'] as const)('a rush of webhooks on %s', (database) => {
  let server: TestServer
  let creators: readonly Creator[] = []
  let answer: () => number | Promise<number> = () => 204

  beforeAll(async () => {
    // If the receiver holds an attempt longer than the server waits, the next attempt follows soon.
    const env = { WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2' }
    server = await startServer({ database, env })
    creators = await Promise.all(
      Array.from({ length: CREATORS }, async (_, number) => {
        const key = await signIn(server, number + 1)
        const receiver = await startWebhookReceiver(() => answer())
        await register(server, receiver, ['drop.claimed'], key)
        return { key, receiver }
      }),
    )
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all(creators.map(({ receiver }) => receiver.close()))
  })

  /** Every creator's newest event. Later events are counted from there. */
  const newestOf = async ({ key }: Creator): Promise<string | null> => {
    const [event] = await run<{ id: string }[]>(server, '{ events(limit: 1) { id } }', {}, key)
    return event?.id ?? null
  }

  /** All events of a type after another event, page by page. */
  const eventsSince = async ({ key }: Creator, since: string, type: string): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let last = since; ; ) {
      const query = 'query($since: ID) { events(since: $since, limit: 200) { id type } }'
      const page = await run<{ id: string; type: string }[]>(server, query, { since: last }, key)
      ids.push(...page.filter((event) => event.type === type).map(({ id }) => id))
      const end = page.at(-1)
      if (!end) return ids
      last = end.id
    }
  }

  /** One drop per creator, and all the claims on them at once. */
  const claimAll = async (): Promise<readonly string[]> => {
    const drops = await Promise.all(creators.map(({ key }) => createDrop(server, {}, key)))
    const marks = await Promise.all(creators.map(newestOf))
    const requests = Array.from({ length: CREATORS * EVENTS_EACH }, (_, number) => ({
      key: creators[number % CREATORS]?.key ?? '',
      body: {
        query: CLAIM,
        variables: { dropId: drops[number % CREATORS], userAddress: claimer(number + 1) },
      },
    }))
    const answers = await rush(requests, {
      urls: [`${server.url}/graphql`],
      connections: 32,
      limitMs: RUSH_LIMIT_MS,
    })
    expect(answers.filter(({ body }) => 'errors' in body)).toEqual([])
    return marks.map((mark) => mark ?? '')
  }

  const delivered = (): number => creators.reduce((sum, { receiver }) => sum + receiver.delivered.size, 0)

  const expectAllDelivered = async (marks: readonly string[]) => {
    for (const [place, creator] of creators.entries()) {
      const { delivered, violations, mostUnderWay } = creator.receiver
      const wanted = await eventsSince(creator, marks[place] ?? '', 'drop.claimed')
      expect(wanted).toHaveLength(EVENTS_EACH)
      expect(wanted.filter((id) => !delivered.has(id))).toEqual([])
      expect(violations).toEqual([])
      expect(mostUnderWay).toBeLessThanOrEqual(10)
    }
    expect(server.errorOutput()).toBe('')
  }

  it('with fast receivers is delivered quickly, over reused connections', async () => {
    // The receiver answers only after all events exist, so that only the sending is measured.
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = () => isReleased.then(() => 204)
    const marks = await claimAll()
    answer = () => 204
    release()
    const startedAt = performance.now()
    await eventually(
      async () => delivered(),
      (count) => count === CREATORS * EVENTS_EACH,
      DELIVERY_LIMIT_MS,
    )
    const seconds = (performance.now() - startedAt) / 1_000
    await expectAllDelivered(marks)
    const rate = (CREATORS * EVENTS_EACH) / seconds
    console.info(`${database}: ${Math.round(rate)} deliveries a second`)
    expect(rate).toBeGreaterThan(LEAST_A_SECOND)
    for (const { receiver } of creators) expect(receiver.connections).toBeLessThan(EVENTS_EACH / 4)
  })
})
