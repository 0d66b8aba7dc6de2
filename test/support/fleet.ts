// One or several servers or workers on one new database, and direct access to their chain, as a wallet has.

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createFakeChain, createOffsetClock, type FakeChain } from '@dropkit/adapter-chain'
import { openSqlStorage } from '@dropkit/adapter-storage'
import { eventually } from './drops.ts'
import { startPostgres } from './postgres.ts'
import { postgresTemplate } from './prepared-databases.ts'
import { startServer, type TestServer } from './server.ts'
import { makeApiKey } from './users.ts'

const CONNECTIONS = 32
const RUSH_LIMIT_MS = 60_000

/** The currency of prices, unless a test sets another one. */
export const SUI = `0x${'2'.padStart(64, '0')}::sui::SUI`

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** The setups in which races are tested. */
export const PLACES = [
  { place: 'on SQLite', database: 'sqlite', count: 1 },
  { place: 'through two servers on Postgres', database: 'postgres', count: 2 },
] as const

type Place = (typeof PLACES)[number]

/** A GraphQL request of a rush. The default key is the admin's. */
export type Asked = { readonly query: string; readonly variables?: object; readonly key?: string }

export type Fleet = {
  readonly servers: readonly TestServer[]
  readonly first: TestServer
  /** The last server. With one server, it is also the first. */
  readonly last: TestServer
  /** The servers' chain, called directly. Wallets can use it while a server cannot reach it. */
  readonly chain: FakeChain
  /** Stops the servers from reaching the chain until the test ends the outage. */
  readonly cutOff: () => Promise<void>
  readonly reconnect: () => Promise<void>
  /** Moves the clock of the chain and of all servers forward, and waits until all servers have noticed. */
  readonly advance: (seconds: number) => Promise<void>
  /** Creates a user and returns an API key of that user. */
  readonly newUser: (username: string) => Promise<string>
  /** Sends all requests at once, spread over all servers. Returns the answers in the order of the requests. */
  readonly rush: (asked: readonly Asked[]) => Promise<readonly RushAnswer[]>
  readonly stop: () => Promise<void>
}

export const startFleet = async ({ database, count }: Place): Promise<Fleet> => {
  let removeDatabase = async () => {}
  let env = {}
  if (database === 'postgres') {
    const postgres = await startPostgres()
    const created = await postgres.createDatabase({ template: await postgresTemplate() })
    removeDatabase = async () => {
      await created.drop()
      await postgres.stop()
    }
    env = { DATABASE_URL: created.url }
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startServer({ database, env })))
  const [first, last] = [servers[0], servers.at(-1)]
  if (!first || !last) throw new Error('a fleet has at least one server')
  const storage = await openSqlStorage({ url: first.databaseUrl, maxConnections: 4 })
  const { keyValues } = storage
  const clock = createOffsetClock({ keyValues, machineNow: Date.now })
  await clock.refresh()
  const chain = createFakeChain({ keyValues, clock, machineNow: Date.now, auto: true })
  let outageSeconds = 0
  /** Starts an outage of the chain. Returns the server's time. */
  const beginOutage = async (server: TestServer): Promise<number> => {
    const { status, body } = await server.fakeChain('outage', { seconds: outageSeconds })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return Number(body['now'])
  }
  const beOut = async (seconds: number) => {
    outageSeconds = seconds
    for (const server of servers) await beginOutage(server)
  }
  return {
    servers,
    first,
    last,
    chain,
    cutOff: () => beOut(3_600),
    reconnect: () => beOut(0),
    advance: async (seconds) => {
      const moved = await chain.advance({ seconds })
      if (!moved.ok) throw new Error(JSON.stringify(moved.error))
      for (const server of servers) {
        await eventually(
          () => beginOutage(server),
          (now) => now >= moved.value.now,
        )
      }
    },
    newUser: (username) => makeApiKey(first, username),
    rush: (asked) =>
      rush(
        asked.map(({ key = first.apiKey, query, variables = {} }) => ({ key, body: { query, variables } })),
        {
          urls: servers.map(({ url }) => `${url}/graphql`),
          connections: CONNECTIONS,
          limitMs: RUSH_LIMIT_MS,
        },
      ),
    stop: async () => {
      await storage.close()
      await Promise.all(servers.map((server) => server.stop()))
      await removeDatabase()
    },
  }
}

/** Shuffles a list, always in the same way. */
export const mixed = <T>(list: readonly T[]): T[] =>
  list
    .map((item, place) => ({ item, at: (place * 7_919) % 1_009 }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)

// Sends many requests at the same moment. Each connection sends all of its requests before it reads an answer (HTTP/1.1
// pipelining), so that a server holds thousands of requests at once and the client needs little CPU.

type RushRequest = { readonly body: object; readonly key: string }

export type RushAnswer = { readonly status: number; readonly body: Record<string, unknown> }

type RushOptions = {
  /** The URLs to post to. They get equal shares of the requests. */
  readonly urls: readonly string[]
  /** The total number of connections. */
  readonly connections: number
  /** The call fails if not every request is answered within this time. */
  readonly limitMs: number
}

const textOf = (url: URL, { body, key }: RushRequest): string => {
  const text = JSON.stringify(body)
  return [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

/** Passes each complete answer to `take`. Returns the remaining bytes. */
const takeAnswers = (received: Buffer, take: (answer: RushAnswer) => void): Buffer => {
  let rest = received
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return rest
    const head = rest.toString('latin1', 0, headEnd)
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (status === undefined || length === undefined) throw new Error(`no answer of known length: ${head}`)
    const end = headEnd + 4 + Number(length)
    if (rest.length < end) return rest
    take({ status: Number(status), body: JSON.parse(rest.toString('utf8', headEnd + 4, end)) })
    rest = rest.subarray(end)
  }
}

/** Sends all requests on one connection. Returns the answers in the order of the requests. */
const sendAll = (
  url: URL,
  requests: readonly RushRequest[],
  signal: AbortSignal,
): Promise<readonly RushAnswer[]> =>
  new Promise((resolve, reject) => {
    const answers: RushAnswer[] = []
    let rest: Buffer = Buffer.alloc(0)
    const socket = connect(Number(url.port), url.hostname)
    const fail = (error: unknown) => {
      socket.destroy()
      reject(new Error(`${answers.length} of ${requests.length} were answered on one connection: ${error}`))
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', fail)
    socket.on('close', () => fail('it was closed'))
    socket.on('connect', () => socket.write(requests.map((request) => textOf(url, request)).join('')))
    socket.on('data', (chunk) => {
      try {
        rest = takeAnswers(Buffer.concat([rest, chunk]), (answer) => answers.push(answer))
      } catch (error) {
        return fail(error)
      }
      if (answers.length < requests.length) return
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(answers)
    })
  })

/** Sends all requests at once. Returns one answer per request, in their order. */
export const rush = async (
  requests: readonly RushRequest[],
  { urls, connections, limitMs }: RushOptions,
): Promise<readonly RushAnswer[]> => {
  const targets = urls.map((url) => new URL(url))
  const signal = AbortSignal.timeout(limitMs)
  const answers = new Array<RushAnswer>(requests.length)
  const count = Math.min(connections, requests.length)
  await Promise.all(
    Array.from({ length: count }, async (_, connection) => {
      const places = requests.flatMap((_request, place) => (place % count === connection ? [place] : []))
      const own = places.map((place) => requests[place] as RushRequest)
      const given = await sendAll(targets[connection % targets.length] as URL, own, signal)
      given.forEach((answer, index) => {
        answers[places[index] as number] = answer
      })
    }),
  )
  return answers
}

// The workers of a server that was started with WORKERS.

/** Their process ids; Linux says which processes a process has started. */
export const workersOf = ({ processId }: Pick<TestServer, 'processId'>): number[] =>
  readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

export const readMetric = async ({ url }: TestServer, series: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line = metrics.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length))
}

/** Waits until so many of them serve requests. */
export const workersServe = async (server: TestServer, count: number): Promise<void> => {
  // A worker that is killed breaks the connection on which it was asked.
  const serving = () => readMetric(server, 'dropkit_workers').catch(() => Number.NaN)
  await eventually(serving, (live) => live === count, 120_000)
}
