// Each statement of a transaction sees what others have committed before it, even if they committed between two of its
// statements.
import { SAMPLE_NOW as NOW, put, putDrop, sampleDelivery, sampleEvent, sampleWebhook } from '@dropkit/testing'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { onDatabase, preparedPostgresDatabase } from '../../test/databases.ts'
import type { Database } from '../database.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openPostgres } from './postgres-database.ts'

const OPTIONS = { maxConnections: 3, connectTimeoutMs: 5_000, statementTimeoutMs: 30_000, pollEveryMs: 50 }

const onDatabaseWithHolder = (body: (database: Database, holder: Client) => Promise<void>) =>
  onDatabase(preparedPostgresDatabase, async ({ url }) => {
    const holder = new Client({ connectionString: url })
    const database = await openPostgres({ url, ...OPTIONS })
    await holder.connect()
    try {
      await body(database, holder)
    } finally {
      await holder.end()
      await database.close()
    }
  })

const until = async (holder: Client, isSo: string): Promise<void> => {
  while ((await holder.query(`select ${isSo} as is_so`)).rows[0]?.is_so !== true)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/**
 * A wait for a row is a wait for the transaction that locked it, which has no database, so only `pg_stat_activity` tells
 * the database.
 */
const SOMEBODY_WAITS = `exists (select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock')`

test('an event that gets its position while the log is read is queued once, by the next reader', () =>
  onDatabaseWithHolder(async (database, holder) => {
    let isHeld = false
    const { store, deliveries } = createSqlStorage({
      ...database,
      async read(load) {
        const rows = await database.read(load)
        if (isHeld || load.statement.name !== 'events_that_wait') return rows
        // Reads of webhooks wait from here on: dispatching stops after it has read the last log position.
        isHeld = true
        await holder.query('begin')
        await holder.query('lock table webhooks in access exclusive mode')
        return rows
      },
    })
    const { owner, drop } = await putDrop(store)
    const webhook = sampleWebhook(owner, 1)
    await put(store, { webhooks: [webhook] })
    const log = async (count: number) => {
      await store.create({ events: Array.from({ length: count }, () => sampleEvent(drop)) })
      await until(holder, 'not exists (select 1 from events where position is null)')
    }
    const dispatch = () =>
      deliveries.dispatch(500, (event, webhooks) => webhooks.map((hook) => sampleDelivery(hook, event)))

    await log(2)
    const dispatched = dispatch()
    await until(
      holder,
      `exists (select 1 from pg_locks where not granted and relation = 'webhooks'::regclass
      and database = (select oid from pg_database where datname = current_database()))`,
    )
    await log(2)
    await holder.query('rollback')

    expect([await dispatched, await dispatch()]).toEqual([2, 2])
    const queued = (await deliveries.deliveriesOf([webhook.id], 10)).get(webhook.id) ?? []
    expect(queued.map(({ position }) => position)).toEqual([4, 3, 2, 1])
  }))

test('an idempotency record that is deleted while its key is used again is begun as a new one', () =>
  onDatabaseWithHolder(async (database, holder) => {
    const { store, idempotency } = createSqlStorage(database)
    const key = { userId: (await putDrop(store)).owner.id, key: 'a key' }
    const begin = (now: number) =>
      idempotency.begin(key, 'a request', { now, leaseMs: 10, expiresAt: now + 100 })
    await begin(NOW)
    await holder.query('begin')
    await holder.query('select from receipts for update')
    const begun = begin(NOW + 100)
    await until(holder, SOMEBODY_WAITS)
    await holder.query('delete from receipts')
    await holder.query('commit')
    expect(await begun).toEqual({ kind: 'begun', lease: { ...key, fence: 1 } })
  }))
