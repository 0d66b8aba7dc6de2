// All user actions at once, at a constant rate and for a long time. The server's memory after a garbage collection must not
// grow.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { DEBUGGABLE, memoryInUseBytes } from '../../attack/measured-requests.ts'
import { createDrop } from '../../support/drops.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { startWebhookReceiver } from '../../support/webhook-receiver.ts'
import { walletNumber } from '../claim-load.ts'
import { type CrashTest, growthOf, type MemorySample } from '../crash-test.ts'

const SIZES = { short: { minutes: 0.2 }, full: { minutes: 30 } }
/** In shorter runs the caches are still being filled. Then the growth is only reported. */
const JUDGED_FROM_MINUTES = 20
const SAMPLE_EVERY_MS = 15_000
const MOST_MB_A_MINUTE = 0.2
/** The first part fills caches, which are bounded, so it is not counted. */
const WARM_UP_SHARE = 1 / 3
/** The interval between two actions of one kind, so that the load is the same on every machine that is fast enough. */
const ACT_EVERY_MS = 50
const MIB = 1024 * 1024

type Answer = Awaited<ReturnType<TestServer['graphql']>>
type Act = (server: TestServer, n: number) => Promise<Answer | undefined>

const CLAIM = `mutation($input: ClaimDropInput!) {
  claimDrop(input: $input) { claim { id amount } claimParams { nonce expiry signature } }
}`
const BUY = `mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id } }`
const CANCEL = 'mutation($id: ID!) { cancelPaymentIntent(id: $id) { status } }'
const READ = `query($id: ID!) {
  drops(limit: 50) { id title claimedAmount creator { username } }
  claims(limit: 100, filter: { dropId: $id }) { id amount status }
  platformEvents(limit: 50) { id event details }
}`
const UPLOAD = `mutation($file: String!) {
  uploadFile(input: { file: $file, filename: "a.txt", contentType: "text/plain" }) { url }
}`

/** Reserves an item and releases it. */
const order: (priced: string) => Act = (dropId) => async (server, n) => {
  const input = { dropId, walletAddress: walletNumber(n), paymentMethod: 'SUI' }
  const made = await server.graphql(BUY, { input })
  const intent = made.data?.['createPaymentIntent'] as { readonly id: string } | null | undefined
  return intent ? server.graphql(CANCEL, { id: intent.id }) : made
}

/** Subscribes to a drop for a moment, as a page does that is opened and closed. */
const listen = async (server: TestServer, dropId: string): Promise<undefined> => {
  const client = createClient({
    url: server.webSocketUrl,
    connectionParams: { Authorization: `Bearer ${server.apiKey}` },
    retryAttempts: 0,
  })
  const ignore = { next: () => {}, error: () => {}, complete: () => {} }
  client.subscribe({ query: `subscription { dropUpdates(dropId: "${dropId}") { id } }` }, ignore)
  client.subscribe({ query: 'subscription { eventStream { id type } }' }, ignore)
  await pause(500)
  await client.dispose()
  return undefined
}

/** The reason if an action failed permanently. A busy server may refuse an action temporarily. */
const violationOf = (answer: Answer | undefined): string | undefined =>
  answer?.errors?.find(({ extensions }) => extensions?.['retryable'] !== true)?.message

export const mixedLoad: CrashTest = {
  name: 'mixed-load',
  title: 'mixed load, evenly',
  mustHold: `memory in use grows under ${MOST_MB_A_MINUTE} MB/min`,
  run: async ({ size, minutes: wanted, say }) => {
    const minutes = wanted ?? SIZES[size].minutes
    const server = await startServer({ database: 'postgres', env: DEBUGGABLE })
    const receiver = await startWebhookReceiver()
    try {
      const terms = { maxAmount: '1000000000', tokenAmount: '1', maxPerWallet: 1 }
      const free = await createDrop(server, terms)
      const priced = await createDrop(server, {
        ...terms,
        maxPerWallet: 1_000,
        price: 1,
        supply: 100_000_000,
      })
      await server.graphql(
        'mutation($url: String!) { registerWebhook(input: { url: $url, events: ["*"] }) { id } }',
        { url: receiver.url },
      )
      const acts: Readonly<Record<string, Act>> = {
        claim: (on, n) =>
          on.graphql(
            CLAIM,
            { input: { dropId: free, userAddress: walletNumber(n) } },
            { headers: { 'idempotency-key': `claim-${n}` } },
          ),
        order: order(priced),
        read: (on) => on.graphql(READ, { id: free }),
        miss: (on, n) => on.graphql(`{ a${n % 500}: drop(id: "drop_${n}") { id } }`),
        upload: (on, n) => on.graphql(UPLOAD, { file: Buffer.from(`file ${n}`).toString('base64') }),
        listen: (on) => listen(on, free),
      }
      const startedAt = performance.now()
      const minutesNow = () => (performance.now() - startedAt) / 60_000
      const counts = Object.fromEntries(Object.keys(acts).map((name) => [name, 0]))
      const violations: string[] = []
      const doing = Object.entries(acts).map(async ([name, act]) => {
        for (let n = 1; minutesNow() < minutes && violations.length === 0; n++) {
          const [violation] = await Promise.all([
            act(server, n).then(violationOf, String),
            pause(ACT_EVERY_MS),
          ])
          if (violation !== undefined) violations.push(`${name} failed: ${violation}`)
          counts[name] = n
        }
      })
      const samples: MemorySample[] = []
      while (minutesNow() < minutes && violations.length === 0) {
        const megabytes = (await memoryInUseBytes(server)) / MIB
        samples.push({ minutes: minutesNow(), megabytes })
        say(`minute ${minutesNow().toFixed(1)}: ${megabytes.toFixed(1)} MB in use`)
        await pause(Math.min(SAMPLE_EVERY_MS, (minutes * 60_000) / 10))
      }
      await Promise.all(doing)
      const judged = samples.filter(({ minutes: at }) => at >= minutes * WARM_UP_SHARE)
      const growth = growthOf(judged)
      if (minutes >= JUDGED_FROM_MINUTES && !(growth < MOST_MB_A_MINUTE))
        violations.push(`memory in use grew ${growth.toFixed(2)} MB a minute`)
      return {
        counts: {
          minutes,
          ...counts,
          'webhook attempts': receiver.attempts,
          'memory in MB, first and last judged': `${judged[0]?.megabytes.toFixed(1)}, ${judged.at(-1)?.megabytes.toFixed(1)}`,
          'growth in MB a minute': growth.toFixed(3),
        },
        violations,
      }
    } finally {
      await receiver.close()
      await server.stop()
    }
  },
}
