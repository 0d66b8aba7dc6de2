import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LedgerRows } from './ledger-rows.ts'
import { ledgerViolations, lostClaims } from './ledger-violations.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

const rows = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the Postgres of the tests', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('gives each caller a new database in UTF-8', async () => {
    const [one, other] = await Promise.all([postgres.createDatabase(), postgres.createDatabase()])
    await rows(one.url, `create table note as select 'żółć' as text`)
    expect(await rows(one.url, 'select text from note')).toEqual([{ text: 'żółć' }])
    expect(await rows(other.url, `select to_regclass('note') as note`)).toEqual([{ note: null }])
    expect(await rows(other.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    await Promise.all([one.drop(), other.drop()])
  })

  it('copies a template', async () => {
    const template = await postgres.createDatabase()
    await rows(template.url, 'create table step as select 1 as number')
    const copy = await postgres.createDatabase({ template: new URL(template.url).pathname.slice(1) })
    expect(await rows(copy.url, 'select number from step')).toEqual([{ number: 1 }])
    await Promise.all([template.drop(), copy.drop()])
  })

  it('drops a database that has open connections, and accepts a second drop', async () => {
    const database = await postgres.createDatabase()
    const client = new Client({ connectionString: database.url })
    const ended = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    await database.drop()
    await ended
    await expect(rows(database.url, 'select 1')).rejects.toThrow(/does not exist/)
    await database.drop()
  })
})

describe('a configured Postgres that cannot be reached', () => {
  it('is a failure if DATABASE_TEST_URL leads nowhere', async () => {
    const before = { ...process.env }
    process.env['DATABASE_TEST_URL'] = 'postgres://unknown:secret@127.0.0.1:1/nowhere'
    delete process.env['TEST_POSTGRES']
    try {
      const refusal = startPostgres()
      await expect(refusal).rejects.toThrow(/DATABASE_TEST_URL is set, but cannot be used/)
      await expect(refusal).rejects.not.toThrow(/secret/)
    } finally {
      process.env = before
    }
  })
})

describe('a temporary folder', () => {
  let ofFile: string
  let ofTest: string
  beforeAll(() => {
    ofFile = temporaryFolder()
  })

  it('is there during the test that makes it', () => {
    ofTest = temporaryFolder()
    expect(existsSync(ofTest)).toBe(true)
  })

  it('is removed after that test, in each test file', () => {
    expect(existsSync(ofTest)).toBe(false)
  })

  it('of `beforeAll` is there in each test', () => {
    expect(existsSync(ofFile)).toBe(true)
  })
})

// The checks after a crash find each of these violations in otherwise correct rows.

const wallet = (number: number): string => `0x${number}`

/** Three claims of 10. The first claim has expired, and the second was made before that. */
const sound = (): LedgerRows => {
  const claimed = (sequence: number, claimedAmount: bigint) => ({
    position: sequence,
    type: 'drop.claimed',
    data: { sequence, userAddress: wallet(sequence), amount: '10', claimedAmount: String(claimedAmount) },
  })
  return {
    status: 'ACTIVE',
    reservedAmount: 20n,
    reservedCount: 2,
    lastSequence: 3,
    claims: ['EXPIRED', 'PENDING', 'CONFIRMED'].map((status, place) => ({
      sequence: place + 1,
      wallet: wallet(place + 1),
      amount: 10n,
      status,
    })),
    events: [
      claimed(1, 10n),
      claimed(2, 20n),
      { position: 3, type: 'claim.expired', data: { sequence: 1, amount: '10' } },
      claimed(3, 20n),
    ],
  }
}

const without = <T>(list: readonly T[], place: number): T[] => list.filter((_, index) => index !== place)

describe('the rows of a drop', () => {
  it('are correct if counters, rows and events agree', () => {
    expect(ledgerViolations(sound())).toEqual([])
  })

  it.each<[string, (rows: LedgerRows) => LedgerRows]>([
    ['an item was given back to the counter twice', (rows) => ({ ...rows, reservedCount: 1 })],
    ['an amount is counted twice', (rows) => ({ ...rows, reservedAmount: 30n })],
    ['a row is lost', (rows) => ({ ...rows, claims: without(rows.claims, 2) })],
    ['an event is lost', (rows) => ({ ...rows, events: without(rows.events, 1) })],
    ['an expiry has no event', (rows) => ({ ...rows, events: without(rows.events, 2) })],
    [
      'a wallet has two',
      (rows) => ({ ...rows, claims: rows.claims.map((claim) => ({ ...claim, wallet: wallet(1) })) }),
    ],
    ['events are out of order', (rows) => ({ ...rows, events: rows.events.toReversed() })],
  ])('are not when %s', (_, spoil) => {
    expect(ledgerViolations(spoil(sound()))).not.toEqual([])
  })
})

describe('acknowledged claims', () => {
  const told = { claimId: 'claim', sequence: 2, amount: '10' }

  it('exist if a claim has that number and that amount', () => {
    expect(lostClaims(sound(), new Map([[wallet(2), told]]))).toEqual([])
  })

  it.each([
    ['it has no claim', wallet(9), told],
    ['its claim has another number', wallet(3), told],
    ['its claim has another amount', wallet(2), { ...told, amount: '11' }],
  ])('is lost when %s', (_, address, told) => {
    expect(lostClaims(sound(), new Map([[address, told]]))).toHaveLength(1)
  })
})
