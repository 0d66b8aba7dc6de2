import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { amountOf, type ChainPurpose, type Drop, type IntentState } from '@dropkit/core'
import { dropEvent, EMPTY_TALLY } from '@dropkit/core/internal'
import {
  openTransactionsOf,
  put,
  putDrop,
  sampleClaim,
  sampleDrop,
  sampleFile,
  sampleIntent,
  sampleTransaction,
  sampleUser,
} from '@dropkit/testing'
import createKnex from 'knex'
import { escapeIdentifier } from 'pg'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import {
  type OwnDatabase,
  onDatabase,
  pathOf,
  postgresDatabase,
  sqliteDatabase,
  waitingSessions,
} from '../../test/databases.ts'
import { openSqlStorage } from '../index.ts'
import { partPayments } from './0003-to-0012.ts'

const START = `
  import { openSqlStorage } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
  const told = []
  const log = { debug() {}, info(message) { told.push(message) }, warn(message) { told.push(message) }, error(message) { told.push(message) } }
  const { store, close } = await openSqlStorage({ url: process.argv[1], log })
  await store.check()
  console.log(JSON.stringify({ isEmpty: await store.isEmpty(), told }))
  await close()
`

/** Opens the store in a separate process. Returns the output of the process. */
async function openElsewhere(url: string): Promise<{ isEmpty: boolean; told: string[] }> {
  const child = spawn(
    process.execPath,
    ['--conditions=@dropkit/source', '--input-type=module', '-e', START, url],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`a server did not start: ${stderr}`)
  return JSON.parse(out)
}

const withoutExactness = [
  'alter table drops drop column takings_coin',
  'alter table chain_transactions drop column through_pause',
  `delete from migrations where name = '0054-exactness'`,
]

describe.each([
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
] as const)('the tables on %s', (_, make) => {
  test('are made once when several servers start on an empty database at the same time', () =>
    onDatabase(make, async ({ url }) => {
      const servers = await Promise.all(Array.from({ length: 4 }, () => openElsewhere(url)))
      expect(servers.every(({ isEmpty }) => isEmpty)).toBe(true)
      expect(servers.flatMap(({ told }) => told)).toEqual(['database migrated'])
    }))

  test('are left alone by a server that finds them there', () =>
    onDatabase(make, async (database) => {
      await (await database.open()).close()
      expect(await openElsewhere(database.url)).toEqual({ isEmpty: true, told: [] })
    }))

  test('are not made in a database of another program, with a reason of one line', () =>
    onDatabase(make, async (database) => {
      await runSql(database.url, ['create table users (id text)'])
      await expect(database.open()).rejects.toThrow(
        /^(?:Postgres: )?the migration 0001-first failed: (?:table users|relation "users") already exists$/,
      )
    }))

  test('of the previous release keep their contents, and have the current counts', () =>
    onDatabase(make, async (database) => {
      const storage = await database.open()
      const { owner, drop } = await putDrop(storage.store)
      const file = sampleFile(owner, 1)
      const caller = sampleUser(7)
      const claims = [1, 2, 3].map((n) => sampleClaim(drop, n, { callerId: caller.id }))
      const refunds = [1, 2].map((n) => sampleTransaction(drop, n))
      const vaultPurposes: readonly ChainPurpose[] = [
        { kind: 'close_vault' },
        { kind: 'deliver_claims', sequences: [1] },
        { kind: 'deliver_claims', sequences: [2, 3] },
      ]
      const ofVault = vaultPurposes.map((purpose, n) => sampleTransaction(drop, n + 3, { purpose }))
      const ended = [6, 7].map((n) =>
        sampleTransaction(drop, n, { purpose: { kind: 'close_vault' }, state: 'failed' }),
      )
      const chainTransactions = [...refunds, ...ofVault, ...ended]
      await put(storage.store, { users: [caller], files: [file], claims, chainTransactions })
      await storage.close()
      await runSql(database.url, [
        'drop index chain_transactions_lane',
        'create index chain_transactions_open on chain_transactions (drop_id)',
        'alter table files drop column content_name',
        'drop table claim_callers',
        'drop index drops_vault_alarm',
        'alter table drops drop column vault_alarm',
        'alter table drops drop column vault_missing',
        ...withoutExactness,
        `delete from migrations
         where name in ('0003-content-names', '0006-claim-callers', '0007-vault-alarms', '0048-open-transactions')`,
      ])
      const { store, close } = await database.open()
      const stored = await store.files([file.id])
      const purposes = chainTransactions.map(({ purpose }) => purpose)
      const transactions = await openTransactionsOf(store, drop.id, purposes)
      const counts = await store.countsOfUsers([caller], caller.id)
      await close()
      expect([...stored.values()]).toEqual([{ ...file, contentName: file.contentHash }])
      expect(transactions).toEqual([...refunds, ...ofVault])
      expect(counts.get(caller.id)?.claims).toBe(3)
    }))
})

test.each([
  ['sqlite', sqliteDatabase],
  ['pg', postgresDatabase],
] as const)(
  'an underpaid intent of the release before waits for the rest of its price, on %s',
  (client, make) =>
    onDatabase(make, async (database) => {
      const storage = await database.open()
      const { drop } = await putDrop(storage.store)
      const price = 10n ** 18n
      const receipt = { txHash: 'tx', index: 0, from: sampleIntent(drop, 1).wallet, at: 5, isCounted: true }
      const paid = (amount: bigint, coinType: string): IntentState => ({
        kind: 'IN_REVIEW',
        reason: 'UNDERPAID',
        receipt: { ...receipt, coinType, amount: amountOf(amount) },
      })
      const sample = sampleIntent(drop, 1, { quantity: 2, unitPrice: price, held: 0 })
      const intent = { ...sample, state: paid(price + 1n, sample.coinType) }
      await put(storage.store, { paymentIntents: [intent] })
      await storage.close()
      await runSql(database.url, [
        `update payment_intents set waited_until = 5, outstanding = '02000000000000000000'`,
        partPayments(client),
      ])
      const { store, close } = await database.open()
      const { wallet: from, coinType } = intent
      const transfer = { from, coinType, amount: amountOf(price - 1n), at: intent.createdAt }
      const fitting = await store.fittingIntents({ transfer, since: 0 })
      await close()
      expect(fitting.intents.map(({ id }) => id)).toEqual([intent.id])
    }),
)

describe.each([
  ['sqlite', sqliteDatabase],
  ['pg', postgresDatabase],
] as const)('the former keys of a drop, on %s', (client, make) => {
  const withoutFormerKeys = [
    `drop trigger drops_former_key${client === 'pg' ? ' on drops' : ''}`,
    ...(client === 'pg' ? ['drop function keep_former_key'] : []),
    'alter table drops drop column former_public_keys',
    `delete from migrations where name = '0053-former-keys'`,
  ]
  const rotation = (drop: Drop, data: { publicKey: string; previousPublicKey?: string }) =>
    dropEvent('drop.key_rotated', drop, drop.createdAt, drop.creatorId, data)
  const order = { head: 'ab'.repeat(32), since: 1, last: 1, round: null }

  /** What the drops have after the migration, if some were rotated and some have receipts. */
  const afterMigration = async (database: OwnDatabase, more: readonly string[] = []) => {
    const storage = await database.open()
    const { token, drop: plain } = await putDrop(storage.store)
    const received = sampleDrop(token, 2, { tally: { ...EMPTY_TALLY, order } })
    const rotated = sampleDrop(token, 3, { voucherKey: { publicKey: 'third', privateKey: 'sealed:third' } })
    const named = sampleDrop(token, 4, { voucherKey: { publicKey: 'second', privateKey: 'sealed:second' } })
    await put(storage.store, { drops: [received, rotated, named] })
    const events = [
      rotation(rotated, { publicKey: 'second' }),
      rotation(rotated, { publicKey: 'third' }),
      rotation(named, { publicKey: 'second', previousPublicKey: 'first' }),
    ]
    await storage.store.create({ events })
    // Waits until Postgres has given the events their positions.
    await storage.store.events({ limit: 1 })
    await storage.close()
    await runSql(database.url, [...withoutFormerKeys, ...more])
    const { store, close } = await database.open()
    const drops = await store.drops([plain.id, received.id, rotated.id, named.id])
    await close()
    return [...drops.values()].map(({ formerKeys }) => formerKeys)
  }

  test('are those that the log has, and may be incomplete if it has any', () =>
    onDatabase(make, async (database) => {
      expect(await afterMigration(database)).toEqual([
        null,
        null,
        { publicKeys: ['second'], isComplete: false },
        { publicKeys: ['first'], isComplete: false },
      ])
    }))

  test('may be incomplete if the drop has receipts and events were removed from the log', () =>
    onDatabase(make, async (database) => {
      const removed = `insert into key_values (key, value) values ('events/removed', '1 1')`
      expect((await afterMigration(database, [removed])).slice(0, 2)).toEqual([
        null,
        { publicKeys: [], isComplete: false },
      ])
    }))

  test('include those that a server of an earlier release has replaced', () =>
    onDatabase(make, async (database) => {
      const storage = await database.open()
      const { drop } = await putDrop(storage.store)
      const rotateTo = (key: string) => `update drops set voucher_public_key = '${key}'`
      await runSql(database.url, [rotateTo('second'), rotateTo('third')])
      const stored = (await storage.store.drops([drop.id])).get(drop.id)
      const publicKeys = ['second', drop.voucherKey.publicKey]
      expect(stored?.formerKeys).toEqual({ publicKeys, isComplete: true })
      await storage.close()
    }))
})

test('a migration on Postgres lets other sessions use the tables while it waits for a snapshot', () =>
  onDatabase(postgresDatabase, (database) =>
    withClient(database.url, (snapshot) =>
      withClient(database.url, async (other) => {
        await (await database.open()).close()
        await runSql(database.url, [
          'alter table drops drop column collection',
          `delete from migrations where name = '0030-collections'`,
        ])
        await snapshot.query('begin isolation level repeatable read read only')
        await snapshot.query('select 1 from drops')
        const told: string[] = []
        const tell = (message: string) => void told.push(message)
        const log = { debug() {}, info: tell, warn: tell, error: tell }
        const opening = database.open({ log })
        await expect.poll(() => waitingSessions(database.url)).toBe(1)
        const startedAt = performance.now()
        await other.query('select 1 from drops')
        expect(performance.now() - startedAt).toBeLessThan(3_000)
        await expect.poll(() => told).toContain('the migration waits until other sessions end')
        expect(told).not.toContain('database migrated')
        await snapshot.query('commit')
        await (await opening).close()
        expect(told).toContain('database migrated')
      }),
    ),
  ))

test('a migration on Postgres begins again after a deadlock with another session', () =>
  onDatabase(postgresDatabase, (database) =>
    withClient(database.url, async (other) => {
      await (await database.open()).close()
      await runSql(database.url, [
        'alter table claims drop column recipient, drop column recipient_nonce',
        'alter table drops drop column embed_origins',
        `delete from migrations where name in ('0034-claim-recipients', '0035-embed-origins')`,
      ])
      await other.query('begin')
      await other.query('select 1 from drops')
      const told: string[] = []
      const tell = (message: string) => void told.push(message)
      const opening = database.open({ log: { debug() {}, info: tell, warn: tell, error: tell } })
      await expect.poll(() => waitingSessions(database.url)).toBe(1)
      // The migration has locked the claims and waits for the drops.
      await other.query('select 1 from claims').catch(() => undefined)
      await other.query('rollback')
      await (await opening).close()
      expect(told.slice(-2)).toEqual(['the migration waits until other sessions end', 'database migrated'])
    }),
  ))

test('a server on Postgres that waits for the migration of a newer release starts after it', () =>
  onDatabase(postgresDatabase, (database) =>
    withClient(database.url, async (newer) => {
      await (await database.open()).close()
      await runSql(database.url, [
        'drop index sessions_of_user',
        `delete from migrations where name = '0050-sessions-of-user'`,
      ])
      await newer.query('begin')
      await newer.query('select pg_advisory_xact_lock(1685221232, 1)')
      const opening = database.open()
      await expect.poll(() => waitingSessions(database.url)).toBe(1)
      await newer.query('create index sessions_of_user on sessions (user_id, id)')
      await newer.query(`insert into migrations (name, batch, migration_time)
        values ('0050-sessions-of-user', 2, now()), ('9999-newer', 2, now())`)
      await newer.query('commit')
      await (await opening).close()
    }),
  ))

test('a migration on Postgres may take longer than the timeouts of the database, and so may the wait for it', () =>
  onDatabase(postgresDatabase, (database) =>
    withClient(database.url, async (other) => {
      const name = escapeIdentifier(new URL(database.url).pathname.slice(1))
      const { rows: timeouts } = await other.query<{ name: string }>(
        `select name from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
      )
      for (const timeout of timeouts)
        await other.query(`alter database ${name} set ${timeout.name} = '200ms'`)
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock(1685221232, 1)')
      const opening = database.open()
      opening.catch(() => undefined)
      await expect.poll(() => waitingSessions(database.url)).toBe(1)
      await pause(500)
      await other.query('commit')
      await (await opening).close()
    }),
  ))

test('a Postgres database that cannot store every text is refused with a way on', () =>
  onDatabase(postgresDatabase, ({ url }) =>
    withClient(url, async (client) => {
      const name = `${new URL(url).pathname.slice(1)}_latin1`
      await client.query(
        `create database ${escapeIdentifier(name)} template template0 encoding 'LATIN1' locale 'C'`,
      )
      try {
        const opened = openSqlStorage({ url: new URL(`/${name}`, url).href })
        await expect(opened).rejects.toThrow(/encoding is LATIN1.*createdb --encoding=UTF8/)
      } finally {
        await client.query(`drop database ${escapeIdentifier(name)} with (force)`)
      }
    }),
  ))

test('a Postgres database with partitioned tables is refused with a way on', () =>
  onDatabase(postgresDatabase, async (database) => {
    await runSql(database.url, ['create table drop_shortcodes (value text)'])
    await expect(database.open()).rejects.toThrow(/created with DATABASE_PARTITIONS.*move its rows/)
  }))

async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const isSqlite = url.startsWith('sqlite:')
  const knex = createKnex(
    isSqlite
      ? { client: 'better-sqlite3', connection: { filename: pathOf(url) }, useNullAsDefault: true }
      : { client: 'pg', connection: url },
  )
  for (const statement of statements) await knex.raw(statement)
  await knex.destroy()
}

test.each([
  ['SQLite', sqliteDatabase],
  ['Postgres', postgresDatabase],
] as const)('the coin of a drop’s payment totals is that of the payments that they count, on %s', (_, make) =>
  onDatabase(make, async (database) => {
    const storage = await database.open()
    const { token, drop: plain } = await putDrop(storage.store)
    const [one, several] = [2, 3].map((n) => sampleDrop(token, n))
    if (!one || !several) throw new Error('there are two')
    const paid = (coinType: string, isCounted = true): IntentState => ({
      kind: 'IN_REVIEW',
      reason: 'UNDERPAID',
      receipt: {
        txHash: coinType,
        index: 0,
        from: sampleIntent(one, 1).wallet,
        at: 5,
        isCounted,
        coinType,
        amount: amountOf(5n),
      },
    })
    const intents = [
      sampleIntent(one, 1, { coinType: 'a', state: paid('a'), held: 0 }),
      sampleIntent(one, 2, { coinType: 'a', state: paid('b'), held: 0 }),
      sampleIntent(one, 3, { coinType: 'c', state: paid('c', false), held: 0 }),
      sampleIntent(several, 4, { coinType: 'a', state: paid('a'), held: 0 }),
      sampleIntent(several, 5, { coinType: 'b', state: paid('b'), held: 0 }),
    ]
    await put(storage.store, { drops: [one, several], paymentIntents: intents })
    await storage.close()
    await runSql(database.url, withoutExactness)
    const { store, close } = await database.open()
    const drops = await store.drops([plain.id, one.id, several.id])
    await close()
    expect([...drops.values()].map(({ paymentCoin }) => paymentCoin)).toEqual([null, 'a', 'several'])
  }),
)
