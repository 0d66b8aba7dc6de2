// Some jobs read one list for all users. One user has many of the things that such a list is about. What another user
// waits for still happens in the first runs.
import { JOB_KINDS, type JobKind, type JobRequest, LONGEST_DUE_FIRST, statusOf } from '@dropkit/core'
import { createTestService, granted, put, sampleUser, type TestService, testWallet } from '@dropkit/testing'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, preparedSqliteDatabase } from '../../test/databases.ts'

/** Also measured with 100,000. */
const MANY = Number(process.env['SHARED_LIST_ITEMS'] ?? 20_000)
/** First in the order of users, so that the audit of the chain meets this user's vaults before all others. */
const BUSY = sampleUser(0)
/** Two pages of the busy user's vaults, and one with another's. */
const MOST_RUNS = 3

type Run = (sql: string) => Promise<readonly Record<string, unknown>[]>

const databases = [
  [
    'SQLite',
    preparedSqliteDatabase,
    (digits: number) => `printf('%0${digits}x', n)`,
    async (url: string, work: (run: Run) => Promise<void>) => {
      const db = new SqliteDatabase(pathOf(url))
      await work(async (sql) => {
        const statement = db.prepare(sql)
        if (statement.reader) return statement.all() as Record<string, unknown>[]
        statement.run()
        return []
      })
      db.close()
    },
  ],
  [
    'Postgres',
    preparedPostgresDatabase,
    (digits: number) => `lpad(to_hex(n), ${digits}, '0')`,
    async (url: string, work: (run: Run) => Promise<void>) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await work(async (sql) => (await client.query(sql)).rows)
      await client.end()
    },
  ],
] as const

/** Does something that a job of this kind has to notice. Returns whether it was noticed. */
type Change = (service: TestService) => Promise<() => Promise<boolean>>

const CHANGES: { readonly [Kind in JobKind]?: Change } = {
  async watch_chain(service) {
    const { dropkit, ports, owner } = service
    const { id } = await service.createDrop()
    const input = { dropId: id, userAddress: testWallet(1) }
    const { claim, voucher } = granted(await dropkit.claimDrop(owner, input))
    ports.memoryChain.wallet.claim(voucher)
    return async () => {
      const [now] = (await ports.store.claims([claim])).values()
      return now?.state.kind === 'CONFIRMED'
    }
  },
  async watch_payments(service) {
    const { id: dropId } = await service.createDrop({ price: 2, maxAmount: '1000' })
    const order = { dropId, walletAddress: '0x1', paymentMethod: 'SUI' }
    const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
    service.pay(intent)
    return async () => statusOf(await service.rereadIntent(intent)) === 'CONFIRMED'
  },
  async audit_vaults(service) {
    const drop = await service.createDrop()
    const { vault } = await service.reread(drop)
    const { memoryChain, jobs } = service.ports
    const { vaults } = memoryChain.state.ledger
    const shown = vault.kind === 'open' ? vaults.get(vault.objectId) : undefined
    if (!shown) throw new Error('no vault on the chain')
    vaults.set(shown.objectId, { ...shown, balance: 0n })
    let isSuspected = false
    const { request } = jobs
    Object.assign(jobs, {
      request: async (requests: readonly JobRequest[]) => {
        isSuspected ||= requests.some(({ kind, subject }) => kind === 'guard_vault' && subject === drop.id)
        await request(requests)
      },
    })
    return async () => isSuspected
  },
}

test('each kind of job that reads one list for all users is tested here', async () => {
  const { ports } = await createTestService()
  const due = await ports.jobs.take(ports.clock.now(), 1_000, JOB_KINDS.length)
  // `sweep` deletes expired records. No user waits for that.
  const kinds = due.filter(({ subject }) => subject === 'chain').map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(Object.keys(CHANGES).toSorted())
})

test.each(databases)(
  'on %s, many vaults and payment intents of one user delay no work for another',
  (_, make, hexOf, open) =>
    onDatabase(make, async (database) => {
      const { store, jobs, deliveries, idempotency, retention, close } = await database.open()
      let only: JobKind | undefined
      const ofOneKind: typeof jobs = {
        ...jobs,
        take: (now, leaseMs, limit, admission = LONGEST_DUE_FIRST) => {
          const except = JOB_KINDS.filter((kind) => only !== undefined && kind !== only)
          return jobs.take(now, leaseMs, limit, { ...admission, except: [...admission.except, ...except] })
        },
      }
      const service = await createTestService({
        instead: { store, jobs: ofOneKind, deliveries, idempotency, retention },
      })
      await put(store, { users: [BUSY] })
      const drop = await service.createDrop({ price: 2, maxAmount: '1000' })
      const order = { dropId: drop.id, walletAddress: '0x2', paymentMethod: 'SUI' }
      const intent = granted(await service.dropkit.createPaymentIntent(service.owner, order))
      await open(database.url, async (run) => {
        const copy = async (table: string, id: string, instead: Readonly<Record<string, string>>) => {
          const [row] = await run(`select * from ${table} where id = '${id}'`)
          const columns = Object.keys(row ?? {})
          await run(
            `insert into ${table} (${columns.join(', ')})
             select ${columns.map((column) => instead[column] ?? column).join(', ')} from ${table},
               (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
                 select n from numbers) as numbers
             where id = '${id}'`,
          )
        }
        await copy('drops', drop.id, {
          id: `'drop_' || ${hexOf(32)}`,
          shortcode: `'copy-' || ${hexOf(32)}`,
          creator_id: `'${BUSY.id}'`,
          vault_object_id: `'0xc' || ${hexOf(63)}`,
        })
        await copy('payment_intents', intent.id, {
          id: `'intent_' || ${hexOf(32)}`,
          external_id: `'pi_' || ${hexOf(32)}`,
          payer_id: `'${BUSY.id}'`,
          wallet: `'0xc' || ${hexOf(63)}`,
        })
      })
      const waited = new Map<string, number>()
      for (const [kind, change] of Object.entries(CHANGES)) {
        only = undefined
        const isNoticed = await change(service)
        only = kind as JobKind
        let runs = 0
        do {
          service.ports.clock.advance(30_000)
          await service.dropkit.runDueJobs()
          runs++
        } while (!(await isNoticed()) && runs <= MOST_RUNS)
        waited.set(kind, runs)
      }
      await close()
      expect([...waited].filter(([, runs]) => runs > MOST_RUNS)).toEqual([])
    }),
)
