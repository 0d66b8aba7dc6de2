import { createTestService, granted, type TestService, testWallet } from '@dropkit/core/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnDatabase, partitionedPostgresDatabase } from '../test/databases.ts'
import { type ReachedChange, reaching, strayed } from '../test/partition-reach.ts'
import { createSqlStorage, type SqlStorage } from './open-sql-storage.ts'
import { openPostgres } from './postgres/postgres-database.ts'
import { connectionConfig } from './postgres/postgres-pool.ts'

const LIFETIME_MS = 15 * 60_000

let owned: OwnDatabase
let client: Client
let database: ReturnType<typeof reaching>
let storage: SqlStorage
let service: TestService

beforeAll(async () => {
  owned = await partitionedPostgresDatabase()
  const { url } = owned
  const waits = { connectTimeoutMs: 5_000, statementTimeoutMs: 30_000, pollEveryMs: 60_000 }
  const options = { url, maxConnections: 2, ...waits }
  client = new Client(connectionConfig(options))
  await client.connect()
  database = reaching(await openPostgres(options), client)
  storage = createSqlStorage(database)
  const { store, jobs, deliveries, receipts, sweeper } = storage
  service = await createTestService({ instead: { store, jobs, deliveries, receipts, sweeper } })
})

afterAll(async () => {
  await storage.close()
  await client.end()
  await owned.drop()
})

/** The transactions on drops that an act brought about; there must be some. */
async function changesBy(act: () => Promise<unknown>): Promise<readonly ReachedChange[]> {
  database.changes.length = 0
  await act()
  expect(database.changes.length).toBeGreaterThan(0)
  return [...database.changes]
}

const namesIn = (changes: readonly ReachedChange[]) =>
  changes.flatMap(({ statements }) => statements.map(({ name }) => name))

const elsewhereIn = (changes: readonly ReachedChange[]) => [
  ...new Set(changes.flatMap(({ statements }) => statements.flatMap(({ elsewhere }) => elsewhere))),
]

function expectAtHome(changes: readonly ReachedChange[]): void {
  expect(strayed(changes)).toEqual([])
  // Whatever reads or adds rows of a drop was seen to do so: nothing passes for not having been looked at.
  const seen = changes.flatMap(({ statements }) => statements)
  expect(seen.filter(({ locked }) => locked.length === 0).map(({ name }) => name)).toEqual([])
}

const claim = (drop: { readonly id: string }, number: number) =>
  service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) })

const draw = (drop: { readonly id: string }, number: number) =>
  service.dropkit.claimRandomDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) })

async function held(drop: { readonly id: string }, number: number) {
  const input = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(service.owner, input))
}

describe('on tables partitioned by drop, one partition sees all of', () => {
  test('a claim, a batch of claims and a claim that is repeated, of several drops', async () => {
    const homes = new Set<number>()
    for (let n = 0; n < 8; n++) {
      const drop = await service.createDrop()
      const changes = await changesBy(async () => {
        await Promise.all([1, 2, 3].map(async (number) => granted(await claim(drop, number))))
        granted(await claim(drop, 1))
      })
      expectAtHome(changes)
      expect(elsewhereIn(changes)).toEqual([])
      expect(namesIn(changes)).toEqual(
        expect.arrayContaining([
          'lock_drop',
          'load_standings',
          'insert_claims',
          'insert_events',
          'request_jobs',
        ]),
      )
      for (const { home } of changes) homes.add(home)
    }
    // Otherwise it would be no wonder.
    expect(homes.size).toBeGreaterThan(1)
  })

  test('a claim that is drawn by chance', async () => {
    const drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    const changes = await changesBy(async () => granted(await draw(drop, 1)))
    expectAtHome(changes)
    expect(elsewhereIn(changes)).toEqual([])
  })

  test('a hold, its release, and a claim that was paid for', async () => {
    const drop = await service.createDrop({ price: 2, maxAmount: '100' })
    const kept = await held(drop, 1)
    service.pay(kept)
    await service.pass(1_000)
    const changes = await changesBy(async () => {
      granted(await claim(drop, 1))
      await held(drop, 2)
      const left = await held(drop, 3)
      granted(await service.dropkit.cancelPaymentIntent(service.owner, left.id))
    })
    expectAtHome(changes)
    expect(elsewhereIn(changes)).toEqual([])
    expect(namesIn(changes)).toEqual(
      expect.arrayContaining(['load_paid_intents', 'update_payment_intents', 'insert_payment_intents']),
    )
    const released = await changesBy(() => service.pass(LIFETIME_MS + 60_000))
    expectAtHome(released)
    expect(namesIn(released)).toContain('update_payment_intents')
  })

  test('an expiry, with the amount that it gives back', async () => {
    const drop = await service.createDrop()
    granted(await claim(drop, 1))
    const changes = await changesBy(() => service.pass(LIFETIME_MS + 5_000))
    expectAtHome(changes)
    expect(elsewhereIn(changes)).toEqual([])
    expect(namesIn(changes)).toContain('update_claims')
    expect((await service.reread(drop)).tally.reservedCount).toBe(0)
  })

  test('a confirmation', async () => {
    const drop = await service.createDrop()
    const { voucher } = granted(await claim(drop, 1))
    service.ports.memoryChain.wallet.claim(voucher)
    const changes = await changesBy(() => service.pass(3_000))
    expectAtHome(changes)
    expect(namesIn(changes)).toContain('update_claims')
  })
})

describe('a statement of a claim that comes near to other partitions', () => {
  const planted = async (text: string, values: readonly string[]) => {
    const drop = await service.createDrop()
    const { dialect } = database
    const loads = [
      {
        statement: dialect.statement('lock_drop', 'select 1 from drops where id = ?1 for update'),
        values: [drop.id],
      },
      { statement: dialect.statement('planted', text), values: values.map((value) => value || drop.id) },
    ]
    const nothing = { writes: [], hasEvents: false, result: undefined }
    return strayed(await changesBy(() => database.change(loads, () => nothing)))
  }
  const isNamed = [expect.stringContaining('planted')]

  test('is found when it reads by something else', async () => {
    expect(await planted('select * from claims where user_address = ?1', [testWallet(1)])).toEqual(isNamed)
  })

  test('is found when it changes by an id alone', async () => {
    const text = 'update payment_intents set updated_at = updated_at where id = ?1'
    expect(await planted(text, ['intent_of_whomever'])).toEqual(isNamed)
  })

  test('is found when the drop is only known from a join', async () => {
    const text = `update drops set updated_at = updated_at from unnest(array[?1]) as given(id)
      where drops.id = given.id`
    expect(await planted(text, [''])).toEqual(isNamed)
  })

  test('is found when it adds rows of other drops', async () => {
    const text = `insert into claim_hours (drop_id, hour, count)
      select ?1 || number, 1, 1 from generate_series(1, 20) as number`
    expect(await planted(text, [''])).toEqual(isNamed)
  })

  test('passes when it is of the drop itself', async () => {
    expect(await planted('select * from claims where drop_id = ?1', [''])).toEqual([])
  })
})

describe('what a change of a drop touches beside its partition', () => {
  test('is who pays with what, once for all drops, when money arrives', async () => {
    const drop = await service.createDrop({ price: 2, maxAmount: '100' })
    service.pay(await held(drop, 1))
    const changes = await changesBy(() => service.pass(1_000))
    // A payment is matched by its wallet, so the intents of all drops are looked at under the lock of one.
    expect(namesIn(changes)).toContain('intents_that_wait')
    expect(elsewhereIn(changes).toSorted()).toEqual(['unmatched_payments', 'used_payments'])
  })

  test('is the receipt of a request with a key', async () => {
    const drop = await service.createDrop()
    const { receipts, clock } = service.ports
    const now = clock.now()
    const key = { userId: service.owner.user.id, key: 'once' }
    const begun = await receipts.begin(key, 'print', { now, leaseMs: 30_000, expiresAt: now + 60_000 })
    if (begun.kind !== 'begun') throw new Error(`it was ${begun.kind}`)
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    const changes = await changesBy(() =>
      service.dropkit.withReceipt(begun.lease).claimDrop(service.owner, input),
    )
    expectAtHome(changes.map((change) => without(change, 'note_receipt_effects')))
    expect(elsewhereIn(changes)).toEqual(['receipts'])
  })
})

const without = ({ home, statements }: ReachedChange, name: string): ReachedChange => ({
  home,
  statements: statements.filter((statement) => statement.name !== name),
})
