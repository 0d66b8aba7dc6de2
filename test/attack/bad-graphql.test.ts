// Generated GraphQL requests that are invalid in many ways, against a real server.
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, run } from '../support/drops.ts'
import { slowdownOfMachine } from '../support/machine-speed.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { attackParameters, limitMsOf, Tally } from './attack-runs.ts'
import { type Answered, createClient, type HostileRequest, hostileRequests } from './graphql-requests.ts'
import { innerTextIn } from './graphql-values.ts'
import { workedMs } from './measured-requests.ts'

const SHORT_RUNS = 2_000
/** On usual hardware. */
const LIMIT_MS = 100
/** A slow request is sent again, because other work of the server may have caused the delay, but not each time. */
const TRIES = 4

let server: TestServer
let client: ReturnType<typeof createClient>
let ids: readonly string[]

/** Creates some objects of each kind, so that the operations have existing ids. */
async function makeIds(): Promise<readonly string[]> {
  const dropId = await createDrop(server)
  const pricedId = await createDrop(server, { price: 1.5, supply: 10 })
  const { claim } = await claimDrop(server, dropId, '0x1')
  const { id: userId } = await run<{ id: string }>(server, '{ me { id } }')
  const [event] = await run<{ id: string }[]>(server, '{ events(limit: 1) { id } }')
  const { id: intentId } = await run<{ id: string }>(
    server,
    'mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id } }',
    { input: { dropId: pricedId, walletAddress: '0x5', paymentMethod: 'SUI' } },
  )
  return [dropId, pricedId, claim.id, userId, event?.id ?? '', intentId]
}

beforeAll(async () => {
  server = await startServer({
    env: { RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_PRIVATE: '0', LOG_LEVEL: 'warn' },
  })
  client = createClient(server.url)
  ids = await makeIds()
})
afterAll(async () => {
  client?.close()
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

async function ask(request: HostileRequest): Promise<Answered & { readonly tookMs: number }> {
  const headers = { ...request.headers, authorization: `Bearer ${server.apiKey}` }
  const before = workedMs(server.processId)
  const answer = await client.ask({ ...request, headers })
  return { ...answer, tookMs: workedMs(server.processId) - before }
}

/** The shortest time of several attempts. Each has a different text, because known documents are answered from a cache. */
async function shortestMs(request: HostileRequest, firstMs: number): Promise<number> {
  let shortest = firstMs
  for (let again = 1; shortest > LIMIT_MS && again < TRIES; again++) {
    const body = request.body.replace('"query":"', `"query":"#${again}\\n`)
    shortest = Math.min(shortest, (await ask({ ...request, body })).tookMs)
  }
  return shortest
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

const SERVED_STATUSES = [200, 400, 405, 409, 413, 414, 415, 422, 431]

/** What is wrong with a response. Undefined if nothing is. */
function violationOf(request: HostileRequest, { status, text }: Answered): string | undefined {
  if (!SERVED_STATUSES.includes(status)) return `status ${status}: ${text.slice(0, 300)}`
  const isPage = request.path.includes('explorerIsOpen')
  let body: Body = {}
  try {
    body = JSON.parse(text) as Body
  } catch {
    if (!isPage) return `no JSON: ${text.slice(0, 300)}`
  }
  if (!isPage && body.data === undefined && !body.errors?.length) return `neither data nor errors: ${text}`
  for (const { message, extensions } of body.errors ?? []) {
    if (typeof message !== 'string' || typeof extensions?.code !== 'string') return `no error: ${text}`
    if (extensions.code === 'INTERNAL') return `INTERNAL: ${text.slice(0, 300)}`
  }
  const inner = innerTextIn(JSON.stringify(body.errors ?? ''), request.path + request.body)
  return inner === undefined ? undefined : `inner text "${inner}": ${text.slice(0, 500)}`
}

const outcomeOf = ({ text }: Answered): string =>
  /"extensions":\{[^}]*?"code":"([A-Z_]+)"/.exec(text)?.[1] ??
  (text.startsWith('{"data"') ? 'served' : 'other')

it(
  'is refused in our own words, in time, and the server goes on',
  async () => {
    const tally = new Tally('bad GraphQL')
    const times: number[] = []
    let slowest = { tries: '', tookMs: 0 }
    const sure = async (request: HostileRequest) => {
      const answer = await ask(request)
      const violation = violationOf(request, answer)
      if (violation !== undefined) throw new Error(`${request.tries}: ${violation}`)
      const tookMs = await shortestMs(request, answer.tookMs)
      if (tookMs > LIMIT_MS && tookMs > LIMIT_MS * slowdownOfMachine())
        throw new Error(`${request.tries}: took ${tookMs.toFixed(0)} ms in each try`)
      tally.add(outcomeOf(answer))
      times.push(tookMs)
      if (tookMs > slowest.tookMs) slowest = { tries: request.tries, tookMs }
    }
    const property = fc.asyncProperty(hostileRequests(createExecutableSchema(), ids), sure)
    await fc.assert(property, attackParameters<[HostileRequest]>(SHORT_RUNS))

    expect((await server.graphql('{ me { username } }')).data).toEqual({ me: { username: 'admin' } })
    const errorLines = server
      .errorOutput()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
    expect(errorLines).toEqual([])
    // The test would prove nothing if every request was rejected before it is executed.
    expect(tally.count('served')).toBeGreaterThan(tally.tried / 50)
    expect(tally.count('QUERY_TOO_COMPLEX')).toBeGreaterThan(tally.tried / 100)
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
    tally.tell(
      `the server worked ${at(0.5)} ms on the median, ${at(0.99)} ms at 99 %, ${at(1)} ms at most (${slowest.tries})`,
    )
  },
  limitMsOf(120_000),
)
