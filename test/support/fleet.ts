// One or several servers on one new database, and direct access to their chain, as a wallet has.
import { createFakeChain, createOffsetClock, type FakeChain } from '@dropkit/adapter-chain'
import { openSqlStorage } from '@dropkit/adapter-storage'
import { eventually } from './drops.ts'
import { startPostgres } from './postgres.ts'
import { type RushAnswer, rush } from './rush.ts'
import { runServer, startServer, type TestServer } from './server.ts'

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

export type Place = (typeof PLACES)[number]

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
    const created = await postgres.createDatabase()
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
    newUser: async (username) => {
      const settings = { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir }
      const made = runServer(['apikey', 'create', '--username', username], settings)
      await made.ended
      return made.output().trim()
    },
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
