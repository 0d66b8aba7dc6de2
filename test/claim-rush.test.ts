// More claimers than items, all within the same second.
import { createHash, createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, amountOf, type DrawRecord, type DropId, verifyDraws } from '@dropkit/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RushAnswer, rush } from './support/fleet.ts'
import { type LedgerRows, readLedgerRows } from './support/ledger-rows.ts'
import { startPostgres } from './support/postgres.ts'
import { postgresTemplate } from './support/prepared-databases.ts'
import { startServer, type TestServer } from './support/server.ts'

const CONNECTIONS = 64
const RUSH_LIMIT_MS = 60_000

const wallet = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** One attempt in ten is from a wallet that has claimed shortly before, over another connection. */
const walletsOf = (attempts: number): readonly string[] =>
  Array.from({ length: attempts }, (_, attempt) => wallet(1 + (attempt % 10 === 9 ? attempt - 5 : attempt)))

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

type Attempt = { readonly wallet: string; readonly answer: RushAnswer }

type ClaimSeen = { id: string; sequence: number; amount: string; userAddress: string; status: string }

const claimDrop = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id sequence amount userAddress status }
    claimParams { amount nonce expiry signature }
  }
}`

const claimRandomDrop = `mutation($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    success code claimedAmount claim { id sequence amount userAddress status }
  }
}`

const dropSeen = `query($id: ID!) {
  drop(id: $id) {
    status isSoldOut claimCount claimedAmount remainingBalance tokenBalance randomnessCommitment randomnessSeed
  }
}`

const claimsSeen = `query($dropId: ID!, $after: ID) {
  claims(limit: 200, after: $after, filter: { dropId: $dropId }) { id sequence amount userAddress status }
}`

const places = [
  { place: 'on SQLite', database: 'sqlite', processes: 1 },
  { place: 'on Postgres', database: 'postgres', processes: 1 },
  { place: 'on Postgres, through four servers', database: 'postgres', processes: 4 },
] as const

describe.each(places)('a rush $place', ({ database, processes }) => {
  let servers: readonly TestServer[] = []
  let removeDatabase = async () => {}

  beforeAll(async () => {
    if (database === 'sqlite') {
      servers = [await startServer()]
      return
    }
    const postgres = await startPostgres()
    const created = await postgres.createDatabase({ template: await postgresTemplate() })
    removeDatabase = async () => {
      await created.drop()
      await postgres.stop()
    }
    const env = { DATABASE_URL: created.url }
    servers = await Promise.all(Array.from({ length: processes }, () => startServer({ env })))
    // Opens the servers' database connections, as on servers that have run for a while.
    const key = first().apiKey
    const requests = Array.from({ length: 50 * processes }, () => ({
      key,
      body: { query: '{ drops { id } }' },
    }))
    await rush(requests, { urls: addresses(), connections: CONNECTIONS, limitMs: RUSH_LIMIT_MS })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await removeDatabase()
  })

  const first = (): TestServer => {
    const [server] = servers
    if (!server) throw new Error('no server was started')
    return server
  }

  const addresses = () => servers.map((server) => `${server.url}/graphql`)
  /** The servers' error output, for the message of a failing test. */
  const said = () => servers.map((server) => server.errorOutput()).join('')

  const ask = async <T>(query: string, variables: object): Promise<T> => {
    const { data, errors } = await first().graphql(query, variables)
    if (errors || !data) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as T
  }

  const createDrop = async (terms: object): Promise<string> => {
    const token = await ask<{ id: string }>(
      'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
      { input: { name: 'Gold', symbol: 'GOLD', supply: '100000000' } },
    )
    const input = {
      existingTokenId: token.id,
      title: 'Gold rush',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxPerWallet: 1,
      ...terms,
    }
    const drop = await ask<{ id: string }>(
      'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
      { input },
    )
    return drop.id
  }

  /** Sends all attempts at once. Every response must have status 200. */
  const claimAll = async (query: string, dropId: string, wallets: readonly string[]): Promise<Attempt[]> => {
    const requests = wallets.map((userAddress) => ({
      key: first().apiKey,
      body: { query, variables: { dropId, userAddress } },
    }))
    const answers = await rush(requests, {
      urls: addresses(),
      connections: CONNECTIONS,
      limitMs: RUSH_LIMIT_MS,
    })
    expect(new Set(answers.map(({ status }) => status)), said()).toEqual(new Set([200]))
    return answers.map((answer, place) => ({ wallet: wallets[place] ?? '', answer }))
  }

  /** All claims of a drop, oldest first, page by page. */
  const listClaims = async (dropId: string, most: number): Promise<readonly ClaimSeen[]> => {
    const seen: ClaimSeen[] = []
    while (seen.length <= most) {
      const page: ClaimSeen[] = await ask(claimsSeen, { dropId, after: seen.at(-1)?.id ?? null })
      if (page.length === 0) break
      seen.push(...page)
    }
    return seen.reverse()
  }

  /** Waits until every event has its position in the log. On Postgres it is assigned shortly after the commit. */
  const settledRows = async (dropId: string): Promise<LedgerRows> => {
    for (let look = 0; look < 100; look++) {
      const rows = await readLedgerRows(first().databaseUrl, dropId)
      if (rows.events.every(({ position }) => position !== null)) return rows
      await pause(100)
    }
    throw new Error('events without a place in the log after ten seconds')
  }

  /** Checks that counters, rows and events agree. */
  const expectConsistent = (rows: LedgerRows, { items, pool }: { items: number; pool: bigint }) => {
    expect(rows).toMatchObject({ status: 'SOLD_OUT', reservedCount: items, lastSequence: items })
    expect(rows.reservedAmount).toBe(pool)
    expect(rows.claims.map(({ sequence }) => sequence)).toEqual(upTo(items))
    expect(new Set(rows.claims.map((claim) => claim.wallet)).size).toBe(items)
    expect(sum(rows.claims.map(({ amount }) => amount))).toBe(pool)

    const claimed = rows.events.filter(({ type }) => type === 'drop.claimed')
    expect(claimed.map(({ data }) => data['sequence'])).toEqual(upTo(items))
    let total = 0n
    for (const [index, { data }] of claimed.entries()) {
      const claim = rows.claims[index]
      total += claim?.amount ?? 0n
      expect(data).toMatchObject({
        userAddress: claim?.wallet,
        amount: String(claim?.amount),
        claimCount: index + 1,
        claimedAmount: String(total),
        remainingBalance: String(pool - total),
      })
    }
    for (const type of ['drop.sold_out', 'drop.completed']) {
      expect(rows.events.filter((event) => event.type === type)).toHaveLength(1)
    }
  }

  it('of 10,000 claims for 1,000 items gives each item once, to a wallet each', async () => {
    const items = 1_000
    const pool = 100_000n
    const dropId = await createDrop({ maxAmount: String(pool), tokenAmount: '100', supply: items })
    const attempts = await claimAll(claimDrop, dropId, walletsOf(10_000))

    type Grant = { claim: ClaimSeen; claimParams: { amount: string; nonce: string } }
    type Answer = { data: { claimDrop: Grant | null }; errors?: { extensions: { code: string } }[] }
    const grants = new Map<string, Grant>()
    const refused = new Map<string, string>()
    for (const { wallet, answer } of attempts) {
      const { data, errors } = answer.body as Answer
      const grant = data.claimDrop
      if (grant === null) {
        refused.set(wallet, errors?.[0]?.extensions.code ?? 'none')
        continue
      }
      // A wallet that claims again gets exactly the same claim.
      expect(grant).toEqual(grants.get(wallet) ?? grant)
      expect(grant).toMatchObject({ claim: { amount: '100', userAddress: wallet, status: 'PENDING' } })
      expect(grant.claimParams).toMatchObject({ amount: '100', nonce: String(grant.claim.sequence) })
      grants.set(wallet, grant)
    }
    expect(new Set(refused.values()), said()).toEqual(new Set(['DROP_SOLD_OUT']))
    expect(grants.size).toBe(items)
    expect(refused.size).toBe(9_000 - items)
    expect([...refused.keys()].filter((wallet) => grants.has(wallet))).toEqual([])
    const sequences = [...grants.values()].map(({ claim }) => claim.sequence)
    expect(sequences.sort((one, other) => one - other)).toEqual(upTo(items))

    expect(await ask(dropSeen, { id: dropId })).toMatchObject({
      status: 'SOLD_OUT',
      isSoldOut: true,
      claimCount: items,
      claimedAmount: String(pool),
      remainingBalance: '0',
    })
    const listed = await listClaims(dropId, items)
    const granted = [...grants.values()].map(({ claim }) => claim)
    expect(listed).toEqual(granted.sort((one, other) => one.sequence - other.sequence))

    const rows = await settledRows(dropId)
    expectConsistent(rows, { items, pool })
    expect(rows.claims.map((claim) => claim.wallet)).toEqual(listed.map((claim) => claim.userAddress))
    expect(new Set(rows.claims.map(({ amount }) => amount))).toEqual(new Set([100n]))
  })

  it('of 3,000 claims for a red packet of 500 draws amounts that add up, and that any user can check', async () => {
    const items = 500
    const pool = 1_234_567n
    const dropId = await createDrop({ maxAmount: String(pool), tokenAmount: '0', supply: items })
    const before = await ask<{ randomnessCommitment: string; randomnessSeed: null }>(dropSeen, {
      id: dropId,
    })
    expect(before.randomnessSeed).toBeNull()
    const attempts = await claimAll(claimRandomDrop, dropId, walletsOf(3_000))

    type Draw = {
      success: boolean
      code: string | null
      claimedAmount: string | null
      claim: ClaimSeen | null
    }
    const drawn = new Map<string, Draw>()
    const repeated = new Map<string, Draw>()
    const soldOut = new Set<string>()
    for (const { wallet, answer } of attempts) {
      const draw = (answer.body as { data: { claimRandomDrop: Draw } }).data.claimRandomDrop
      if (draw.success) {
        expect(drawn.has(wallet)).toBe(false)
        drawn.set(wallet, draw)
      } else if (draw.code === 'ALREADY_CLAIMED') repeated.set(wallet, draw)
      else {
        expect(draw, said()).toMatchObject({ code: 'DROP_SOLD_OUT', claim: null })
        soldOut.add(wallet)
      }
    }
    expect(drawn.size).toBe(items)
    expect(soldOut.size).toBe(2_700 - items)
    for (const [wallet, draw] of repeated) {
      expect(draw.claimedAmount).toBe(drawn.get(wallet)?.claimedAmount)
      expect(draw.claim?.id).toBe(drawn.get(wallet)?.claim?.id)
    }

    // The drop is sold out, so nothing more can be drawn and the seed is published.
    const after = await ask<{ randomnessCommitment: string; randomnessSeed: string }>(dropSeen, {
      id: dropId,
    })
    expect(after).toMatchObject({
      status: 'SOLD_OUT',
      claimCount: items,
      claimedAmount: String(pool),
      randomnessCommitment: before.randomnessCommitment,
    })
    const record: DrawRecord = {
      dropId: dropId as DropId,
      pool: amountOf(pool),
      supply: items,
      commitment: before.randomnessCommitment,
      seed: after.randomnessSeed,
      draws: (await listClaims(dropId, items)).map((claim) => ({
        sequence: claim.sequence,
        claimer: claim.userAddress as Address,
        amount: amountOf(BigInt(claim.amount)),
      })),
    }
    const hashes = {
      sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
      hmacSha256: (key: Uint8Array, message: string) => createHmac('sha256', key).update(message).digest(),
    }
    expect(verifyDraws(record, hashes)).toEqual({ kind: 'verified', draws: items, total: pool })
    for (const { claimer, amount } of record.draws) {
      expect(drawn.get(claimer)?.claimedAmount).toBe(String(amount))
    }
    expectConsistent(await settledRows(dropId), { items, pool })
  })

  it('is followed by the delivery of every amount that was drawn, to the last unit', async () => {
    const items = 200
    const dropId = await createDrop({ maxAmount: '50000', tokenAmount: '0', supply: items })
    await claimAll(claimRandomDrop, dropId, walletsOf(400))
    const isDelivered = ({ claims }: LedgerRows) => claims.every(({ status }) => status === 'CONFIRMED')
    let rows = await readLedgerRows(first().databaseUrl, dropId)
    for (let look = 0; look < 150 && !isDelivered(rows); look++) {
      await pause(200)
      rows = await settledRows(dropId)
    }
    expect(rows.claims.map(({ status }) => status)).toEqual(Array(items).fill('CONFIRMED'))
    expect(await ask(dropSeen, { id: dropId })).toMatchObject({ tokenBalance: '0', claimCount: items })
    expect(rows.events.filter(({ type }) => type === 'claim.confirmed')).toHaveLength(items)
  })
})
