// A start does not count, load or look through what a store holds: with all the claims of a busy year it is as quick
// as with none. STORE_CLAIMS says how many claims (100,000 by default).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from './support/server.ts'

const { STORE_CLAIMS: given = '100000' } = process.env
const claims = Number(given)
if (!Number.isSafeInteger(claims) || claims < 1_000)
  throw new Error(`STORE_CLAIMS is a number of claims from 1,000 on; it is "${given}".`)

const STARTS = 5
const LIMIT_MS = 60_000 + claims / 5

/** What a start may vary by on a busy machine, beside the factor. */
const SLACK_MS = 250
const MOST_TIMES_SLOWER = 2

const folders: string[] = []
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-full-store-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A store with its tables, one drop and one claim on it, all made by the product itself. */
const makeStore = async (dataDir: string): Promise<string> => {
  const server = await startServer({ dataDir })
  const ask = async (query: string, variables: object): Promise<{ id: string }> => {
    const { data, errors } = await server.graphql(query, variables)
    if (!data || errors) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as { id: string }
  }
  const token = await ask('mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }', {
    input: { name: 'Gold', symbol: 'GOLD', supply: '1000000000000' },
  })
  const drop = await ask('mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }', {
    input: {
      existingTokenId: token.id,
      title: 'Gold for all',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1000000000',
      tokenAmount: '100',
    },
  })
  await ask(
    `mutation($dropId: ID!) {
      claimDrop(input: { dropId: $dropId, userAddress: "0x1" }) { claim { id } }
    }`,
    { dropId: drop.id },
  )
  await server.stop()
  return drop.id
}

/** How to copy rows of a table: its columns, some of them replaced by an expression. */
const copyInto = (database: DatabaseSync, table: string, changed: Readonly<Record<string, string>>) => {
  const columns = database.prepare('select name from pragma_table_info(?)').all(table)
  const names = columns.map(({ name }) => String(name))
  const values = names.map((name) => changed[name] ?? `one.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`
}

/**
 * Adds claims up to `count`, by copying the first one and its event: all paid out but the last thousand, whose
 * vouchers are still good.
 */
const addClaims = (dataDir: string, dropId: string, count: number): void => {
  const database = new DatabaseSync(join(dataDir, 'dropkit.db'))
  try {
    database.exec('pragma synchronous = off; begin')
    const numbers =
      'with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < :count)'
    const isOut = 'n > :count - 1000'
    const place = (expression: string) => `(select coalesce(max(position), 0) from events) + ${expression}`
    const insert = (table: string, changed: Record<string, string>, from: string) =>
      database
        .prepare(`${copyInto(database, table, changed)} from (${numbers} select n from numbers), ${from}`)
        .run({ count, drop: dropId })
    const wallet = `'0x' || printf('%064x', n)`
    insert(
      'claims',
      {
        sequence: 'n',
        user_address: wallet,
        status: `case when ${isOut} then 'PENDING' else 'CONFIRMED' end`,
        expires_at: `case when ${isOut} then one.expires_at end`,
        tx_hash: `case when ${isOut} then null else 'transaction' || n end`,
        claimed_at: `case when ${isOut} then null else one.created_at end`,
      },
      'claims as one where one.drop_id = :drop and one.sequence = 1',
    )
    insert(
      'events',
      {
        position: place('n - 1'),
        data: `json_set(one.data, '$.claimId', 'claim_' || substr(:drop, 6) || '_' || n, '$.sequence', n,
          '$.userAddress', ${wallet}, '$.claimCount', n, '$.claimedAmount', cast(100 * n as text),
          '$.remainingBalance', cast(1000000000 - 100 * n as text))`,
      },
      `events as one where one.drop_id = :drop and one.type = 'drop.claimed'`,
    )
    database
      .prepare(
        `update drops set reserved_count = :count, last_sequence = :count,
           reserved_amount = printf('%020d', 100 * :count) where id = :drop`,
      )
      .run({ count, drop: dropId })
    database.exec('commit')
  } finally {
    database.close()
  }
}

/** From its being started until it answers that it is ready, in milliseconds. */
const timeStart = async (dataDir: string): Promise<number> => {
  const startedAt = performance.now()
  const server = await startServer({ dataDir })
  const { status } = await fetch(`${server.url}/readyz`)
  const tookMs = performance.now() - startedAt
  expect(status).toBe(200)
  await server.stop()
  return tookMs
}

let emptyFolder: string
let fullFolder: string
let dropId: string

beforeAll(async () => {
  emptyFolder = makeFolder()
  fullFolder = makeFolder()
  await makeStore(emptyFolder)
  dropId = await makeStore(fullFolder)
  addClaims(fullFolder, dropId, claims)
}, LIMIT_MS)

it(
  'starts as quickly on a store full of claims as on an empty one',
  async () => {
    // In turns, so that what else the machine does slows down both; the quickest of each counts.
    let [emptyMs, fullMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let turn = 0; turn < STARTS; turn++) {
      emptyMs = Math.min(emptyMs, Math.round(await timeStart(emptyFolder)))
      fullMs = Math.min(fullMs, Math.round(await timeStart(fullFolder)))
    }
    console.log(`Ready after ${emptyMs} ms on an empty store, ${fullMs} ms with ${claims} claims.`)
    expect(fullMs).toBeLessThan(MOST_TIMES_SLOWER * emptyMs + SLACK_MS)
  },
  LIMIT_MS,
)

it(
  'goes on from where the full store is',
  async () => {
    const server = await startServer({ dataDir: fullFolder })
    const { data } = await server.graphql(
      `mutation($dropId: ID!) {
        claimDrop(input: { dropId: $dropId, userAddress: "0xffffffffffff" }) { claim { sequence drop { claimCount } } }
      }`,
      { dropId },
    )
    expect(data).toEqual({ claimDrop: { claim: { sequence: claims + 1, drop: { claimCount: claims + 1 } } } })
    const again = await server.graphql(
      `mutation($dropId: ID!) {
        claimDrop(input: { dropId: $dropId, userAddress: "0x2" }) { claim { id } }
      }`,
      { dropId },
    )
    expect(again.errors?.[0]?.extensions?.['code']).toBe('ALREADY_CLAIMED')
    expect(server.errorOutput()).toBe('')
    await server.stop()
  },
  LIMIT_MS,
)
