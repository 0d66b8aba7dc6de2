// Requests with an Idempotency-Key while servers are killed.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrop, run } from './support/drops.ts'
import { startPostgres } from './support/postgres.ts'
import { startServer, type TestServer } from './support/server.ts'

const REQUESTS = 300
/** The number of answers after which the server is killed. Most requests are in progress at that moment. */
const ANSWERED = 10
/** A kill may happen between an answer and the next effect, so that no answer is lost. Then another attempt is needed. */
const ATTEMPTS = 5
const TEST_LIMIT_MS = 120_000
const LEASE_MS = 60_000

const CREATE_TOKEN = `mutation($name: String!) {
  createToken(input: { name: $name, symbol: "T", supply: "1" }) { id name }
}`
const CREATE_KEY =
  'mutation($name: String!) { createApiKey(input: { name: $name }) { secret apiKey { id name } } }'
const CLAIM = `mutation($dropId: ID!, $wallet: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $wallet }) {
    claim { id amount } claimParams { amount nonce expiry signature }
  }
}`

type Request = { readonly key: string; readonly query: string; readonly variables: object }

const wallet = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** A third of each kind, each with its own key. */
const requestsOn = (dropId: string): readonly Request[] =>
  Array.from({ length: REQUESTS }, (_, number) => {
    const key = `request-${number}`
    const kinds: readonly Omit<Request, 'key'>[] = [
      { query: CREATE_TOKEN, variables: { name: key } },
      { query: CREATE_KEY, variables: { name: key } },
      { query: CLAIM, variables: { dropId, wallet: wallet(number) } },
    ]
    return { key, ...(kinds[number % kinds.length] as Omit<Request, 'key'>) }
  })

const send = (server: TestServer, { key, query, variables }: Request) =>
  server.graphql(query, variables, { headers: { 'idempotency-key': key } })

/** All names, read page by page. */
const namesOf = async (server: TestServer, field: 'tokens' | 'apiKeys'): Promise<readonly string[]> => {
  if (field === 'apiKeys')
    return (await run<{ name: string }[]>(server, '{ apiKeys { name } }')).map(({ name }) => name)
  const names: string[] = []
  let after: string | null = null
  for (;;) {
    const query = 'query($after: ID) { tokens(limit: 200, after: $after) { id name } }'
    const page: { id: string; name: string }[] = await run(server, query, { after })
    names.push(...page.map(({ name }) => name))
    after = page.at(-1)?.id ?? null
    if (page.length < 200) return names
  }
}

let started: TestServer[] = []
let clean = async () => {}
const start = async (env: Record<string, string>): Promise<TestServer> => {
  const server = await startServer(Object.keys(env).length > 0 ? { env } : {})
  started.push(server)
  return server
}
const stopAll = async (): Promise<void> => {
  for (const server of started.reverse()) await server.stop()
  started = []
  await clean()
  clean = async () => {}
}
afterEach(stopAll)

const databaseOf = async (kind: string): Promise<Record<string, string>> => {
  if (kind === 'sqlite') return {}
  const postgres = await startPostgres()
  const database = await postgres.createDatabase()
  clean = async () => {
    await database.drop()
    await postgres.stop()
  }
  return { DATABASE_URL: database.url }
}

describe.each(['sqlite', 'postgres'])('on %s', (kind) => {
  /** Returns whether requests took effect whose answers were lost. This depends on the moment of the kill. */
  const killAndSendAgain = async (): Promise<boolean> => {
    const first = await start(await databaseOf(kind))
    const dropId = await createDrop(first, { maxPerWallet: 5 })
    const requests = requestsOn(dropId)
    const before = new Map<string, unknown>()
    let killed: Promise<unknown> | undefined
    await Promise.all(
      requests.map(async (request) => {
        const answer = await send(first, request).catch(() => undefined)
        if (answer?.data) before.set(request.key, answer.data)
        // At this moment, some requests were answered, some have taken effect, and some have not been read.
        if (before.size >= ANSWERED) killed ??= first.kill()
      }),
    )
    await killed
    expect(before.size).toBeGreaterThanOrEqual(ANSWERED)
    expect(before.size).toBeLessThan(REQUESTS)

    const second = await start({ DATABASE_URL: first.databaseUrl })
    // A request in progress holds its key for a lease of one minute, which a killed server cannot release.
    await second.fakeChain('advance', { seconds: LEASE_MS / 1_000 })
    const answered = [...before.values()].filter((data) => Object.hasOwn(data as object, 'createToken'))
    const made = (await namesOf(second, 'tokens')).length - 1
    const again = await Promise.all(requests.map((request) => send(second, request)))
    requests.forEach(({ key }, index) => {
      const answer = again[index]
      expect(answer?.errors, key).toBeUndefined()
      const given = before.get(key)
      if (given === undefined) return
      expect(answer?.data, key).toEqual(given)
      expect(answer?.headers.get('idempotency-replayed'), key).toBe('true')
    })

    const perKind = REQUESTS / 3
    const tokens = await namesOf(second, 'tokens')
    // The drop has one more token, and the administrator one more key.
    expect([tokens.length, new Set(tokens).size]).toEqual([perKind + 1, perKind + 1])
    const keys = await namesOf(second, 'apiKeys')
    expect([keys.length, new Set(keys).size]).toEqual([perKind + 1, perKind + 1])
    const drop = await run<{ claimCount: number }>(
      second,
      'query($id: ID!) { drop(id: $id) { claimCount } }',
      {
        id: dropId,
      },
    )
    expect(drop.claimCount).toBe(perKind)

    const secrets = again.flatMap(({ data }) => {
      const created = data?.['createApiKey'] as { secret: string } | undefined
      return created ? [created.secret] : []
    })
    for (const secret of secrets.slice(0, 40)) {
      expect((await second.graphql('{ me { id } }', {}, { key: secret })).status).toBe(200)
    }
    return made > answered.length
  }

  it(
    'a request that is sent again after its server was killed takes effect once, and is answered the same',
    async () => {
      let wereLost = await killAndSendAgain()
      for (let attempt = 1; attempt < ATTEMPTS && !wereLost; attempt++) {
        await stopAll()
        wereLost = await killAndSendAgain()
      }
      expect(wereLost, 'some took effect whose answers were lost').toBe(true)
    },
    TEST_LIMIT_MS,
  )

  it(
    'of a hundred requests at once with one key, one takes effect',
    async () => {
      const env = await databaseOf(kind)
      const servers = [await start(env)]
      if (kind === 'postgres') servers.push(await start(env))
      const request: Request = { key: 'one', query: CREATE_TOKEN, variables: { name: 'One' } }
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          send(servers[number % servers.length] as TestServer, request),
        ),
      )
      const done = answers.filter(({ status }) => status === 200)
      const running = answers.filter(({ status }) => status === 409)
      expect(done.length + running.length).toBe(100)
      for (const { headers } of running) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      await pause(100)
      const later = await Promise.all(servers.map((server) => send(server, request)))
      expect(new Set([...done, ...later].map(({ data }) => JSON.stringify(data))).size).toBe(1)
      expect(await namesOf(servers[0] as TestServer, 'tokens')).toEqual(['One'])
    },
    TEST_LIMIT_MS,
  )
})
