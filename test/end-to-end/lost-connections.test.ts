// A Postgres that ends connections in the middle of the work, as in a failover or by an administrator, or has none left.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { CLAIM_DROP, createWorld, type Data, soon, type World } from './world.ts'

const WALLETS = 240
const LANES = 8

describe('when connections to Postgres are ended or taken in the middle of a stream of claims', () => {
  let server: TestServer
  let world: World
  let sql: Client
  beforeAll(async () => {
    server = await startServer({ database: 'postgres' })
    world = createWorld(() => server)
    sql = new Client({ connectionString: server.databaseUrl })
    await sql.connect()
  })
  afterAll(async () => {
    await sql.end()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  /** Ends every connection to this test's database except the current one. */
  const endConnections = async (): Promise<number> => {
    const { rowCount } = await sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rowCount ?? 0
  }

  it('no claim is lost or doubled, and the server goes on', async () => {
    const dropId = await world.launch({ maxAmount: '1000000', tokenAmount: '10' })
    const wallets = Array.from({ length: WALLETS }, () => world.wallet())
    const granted = new Map<string, Data>()
    const refusals: unknown[] = []
    const claim = async (userAddress: string): Promise<void> => {
      const { data, errors } = await server.graphql(CLAIM_DROP, { input: { dropId, userAddress } })
      const claimed: Data = data?.['claimDrop']
      if (claimed) granted.set(userAddress, claimed)
      else refusals.push(...(errors ?? []).map(({ extensions }) => extensions?.['retryable']))
    }

    let ended = 0
    let isStreaming = true
    const breaking = (async () => {
      while (isStreaming) {
        await sleep(60)
        ended += await endConnections()
      }
    })()
    const rest = [...wallets]
    const lane = async () => {
      for (let wallet = rest.pop(); wallet !== undefined; wallet = rest.pop()) {
        await claim(wallet)
        await sleep(15)
      }
    }
    try {
      await Promise.all(Array.from({ length: LANES }, lane))
    } finally {
      isStreaming = false
      await breaking
    }
    expect(ended).toBeGreaterThan(0)
    // Every refused request was marked as retryable, and the retry succeeds.
    expect(refusals.filter((retryable) => retryable !== true)).toEqual([])
    const acknowledged = new Map(granted)
    await soon(async () => {
      for (const wallet of wallets) if (!granted.has(wallet)) await claim(wallet)
      expect(granted.size).toBe(WALLETS)
    })

    // Acknowledged claims are stored: claiming again returns the same claim and signature.
    for (const [wallet, first] of acknowledged) expect(await world.claim(dropId, wallet)).toEqual(first)
    expect(new Set([...granted.values()].map((one) => one.claim.id)).size).toBe(WALLETS)
    expect(await world.drop(dropId)).toMatchObject({
      claimCount: WALLETS,
      claimedAmount: String(10 * WALLETS),
    })
    const { rows } = await sql.query(
      `select (select count(*)::int from claims where drop_id = $1) as claims,
              (select sum(amount)::int from claims where drop_id = $1) as amount,
              (select max(sequence)::int from claims where drop_id = $1) as last,
              (select count(*)::int from events where drop_id = $1 and type = 'drop.claimed') as events`,
      [dropId],
    )
    expect(rows).toEqual([{ claims: WALLETS, amount: 10 * WALLETS, last: WALLETS, events: WALLETS }])
  })

  /** Like `soon`, but also advances the service's clock past the longest lease. */
  const later = async (check: () => Promise<unknown>) => {
    await soon(async () => {
      await check().catch(async (error: unknown) => {
        await world.advance(5)
        throw error
      })
    })
  }

  it('the work in the background goes on too', async () => {
    const dropId = await world.launch()
    const taken = await world.claim(dropId, world.wallet())
    await world.take(taken)
    await endConnections()
    // A worker that lost its connection while it had a job holds a lease of 30 s by the service's clock.
    await later(async () => expect(await world.statusOfClaim(taken.claim.id)).toBe('CONFIRMED'))
    const left = await world.claim(dropId, world.wallet())
    await world.advance(16 * 60)
    await endConnections()
    await later(async () => expect(await world.statusOfClaim(left.claim.id)).toBe('EXPIRED'))
    await soon(async () => {
      const { rows } = await sql.query('select count(*)::int as unplaced from events where position is null')
      expect(rows).toEqual([{ unplaced: 0 }])
    })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('a caller who waits too long for a lock is asked to retry, without an internal error', async () => {
    const dropId = await world.launch({ maxAmount: '1000', tokenAmount: '10' })
    await sql.query('begin; lock table drops in access exclusive mode')
    const released: Promise<unknown>[] = []
    try {
      // More queries than the server has connections. They differ, because equal reads are combined into one.
      const asked = Array.from({ length: 16 }, (_, n) =>
        server.graphql(`{ myDrops(limit: ${n + 1}) { id } }`),
      )
      const input = { dropId, userAddress: world.wallet() }
      const claims = [1, 2].map(() => server.graphql(CLAIM_DROP, { input }))
      released.push(...asked, ...claims)
      // The first query whose waiting time is over.
      const refused = await Promise.race(asked)
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.errors).toMatchObject([
        { extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1_000 } },
      ])
      expect(server.errorOutput()).not.toContain('"level":"error"')
    } finally {
      await sql.query('rollback')
      const answers = (await Promise.all(released)) as Awaited<ReturnType<TestServer['graphql']>>[]
      const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.['code']))
      expect(codes.filter((code) => code !== 'OVERLOADED')).toEqual([])
    }
    await soon(async () => expect((await server.graphql('{ myDrops { id } }')).status).toBe(200))
  })
})
