import type { LoggedEvent, Store } from '@dropkit/core'
import { SAMPLE_NOW as NOW, put, putDrop, sampleDelivery, sampleEvent, sampleWebhook } from '@dropkit/testing'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { onDatabase, postgresDatabase, preparedPostgresDatabase, withStorage } from '../../test/databases.ts'
import type { Database } from '../database.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openPostgres } from './postgres-database.ts'

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Reads from the last position, like every reader of the log. */
function tail(store: Store) {
  const seen: LoggedEvent[] = []
  return {
    seen,
    async read(): Promise<LoggedEvent[]> {
      for (;;) {
        const more = await store.events({ since: seen.at(-1)?.position ?? 0, limit: 3 })
        seen.push(...more)
        if (more.length === 0) return seen
      }
    },
  }
}

const namesOf = (events: readonly LoggedEvent[]) => events.map(({ data }) => data['name'])

const INSERT = `insert into events (type, at, owner_id, data) values ('drop.updated', 1, 'user_x', $1)`

describe('the event log on Postgres', () => {
  test('shows a caller the events of its own change at once, on any server', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url, open }) => {
        const other = await open({ pollEveryMs: 60_000 })
        const { drop } = await putDrop(store)
        await connected(url, async (held) => {
          // An open transaction with its own events must not delay other events.
          await held.query('begin')
          await held.query(INSERT, [JSON.stringify({ name: 'held' })])
          for (let n = 1; n <= 6; n++) {
            await store.create({ events: [sampleEvent(drop, { data: { name: `own ${n}` } })] })
            const server = n % 2 ? store : other.store
            const [newest] = await server.events({ visibleTo: drop.creatorId, limit: 1 })
            expect(newest?.data['name']).toBe(`own ${n}`)
            const position = newest?.position ?? 0
            const [onDrop] = await server.events({ visibleTo: drop.creatorId, dropId: drop.id, limit: 1 })
            expect(onDrop?.position).toBe(position)
            const [byId] = await server.events({ visibleTo: drop.creatorId, since: position - 1, limit: 1 })
            expect(byId?.position).toBe(position)
          }
          await held.query('rollback')
        })
        await other.close()
      },
      { pollEveryMs: 60_000 },
    ))

  test('skips nothing when a transaction stays open in the middle while others commit', () =>
    withStorage(preparedPostgresDatabase, async ({ store }, { url, open }) => {
      const other = await open()
      const { drop } = await putDrop(store)
      const write = (name: string, server = store) =>
        server.create({ events: [sampleEvent(drop, { data: { name } })] })
      const early = tail(store)
      const elsewhere = tail(other.store)

      await write('before')
      await connected(url, async (held) => {
        await held.query('begin')
        await held.query(INSERT, [JSON.stringify({ name: 'held 1' })])
        for (let n = 1; n <= 5; n++) await write(`during ${n}`, n % 2 ? store : other.store)
        await held.query(INSERT, [JSON.stringify({ name: 'held 2' })])
        await expect.poll(() => early.read()).toHaveLength(6)
        await expect.poll(() => elsewhere.read()).toHaveLength(6)
        await held.query('commit')
      })
      await write('after')

      await expect.poll(() => early.read()).toHaveLength(9)
      await expect.poll(() => elsewhere.read()).toHaveLength(9)
      const late = await tail(other.store).read()
      expect(late.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(early.seen).toEqual(late)
      expect(elsewhere.seen).toEqual(late)
      const names = namesOf(late)
      expect(names.slice(0, 6)).toEqual(['before', ...[1, 2, 3, 4, 5].map((n) => `during ${n}`)])
      expect(names.slice(6).toSorted()).toEqual(['after', 'held 1', 'held 2'])
      expect(names.indexOf('held 1')).toBeLessThan(names.indexOf('held 2'))
      await other.close()
    }))

  test('assigns positions to events that a stopped server left without one', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const told = new Promise<void>((resolve) => store.onEvents(resolve))
        await connected(url, (crashed) => crashed.query(INSERT, ['{"name": "left"}']))
        await told
        await expect.poll(async () => namesOf(await store.events({ limit: 5 }))).toEqual(['left'])
      },
      { pollEveryMs: 30 },
    ))

  test('never shows one event twice or two in another order when many servers write at once', () =>
    onDatabase(preparedPostgresDatabase, async (database) => {
      const servers = await Promise.all([1, 2, 3].map(() => database.open({ maxConnections: 4 })))
      const [first] = servers
      if (!first) throw new Error('no server')
      const { drop } = await putDrop(first.store)
      const readers = servers.map(({ store }) => tail(store))
      let isReading = true
      const reading = readers.map(async (reader) => {
        while (isReading) await reader.read()
      })
      const writing = servers.flatMap(({ store }, server) =>
        Array.from({ length: 4 }, async (_, writer) => {
          for (let n = 0; n < 25; n++) {
            const name = `${server}.${writer}`
            await store.create({ events: [sampleEvent(drop, { data: { name, n } })] })
          }
        }),
      )
      await Promise.all(writing)
      const shortest = () => Math.min(...readers.map(({ seen }) => seen.length))
      await expect.poll(shortest).toBe(300)
      isReading = false
      await Promise.all(reading)
      for (const { seen } of readers) {
        expect(seen.map(({ position }) => position)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
        expect(seen).toEqual(readers[0]?.seen)
        // The events of one writer keep their order.
        for (const [, own] of Map.groupBy(seen, ({ data }) => data['name'])) {
          expect(own.map(({ data }) => data['n'])).toEqual(Array.from({ length: 25 }, (_, n) => n))
        }
      }
      for (const server of servers) await server.close()
    }))

  // Reads and inserts the rows instead of using pg_dump, which the machine may not have.
  test('goes on where it was after its rows were restored into a fresh database', () =>
    onDatabase(preparedPostgresDatabase, async (source) => {
      const before = await source.open()
      const { drop } = await putDrop(before.store, { metadata: { some: 'thing' } })
      for (const name of ['one', 'two'])
        await before.store.create({ events: [sampleEvent(drop, { data: { name } })] })
      const reader = tail(before.store)
      await expect.poll(() => reader.read()).toHaveLength(2)
      await before.close()
      await connected(source.url, (client) => client.query(INSERT, ['{"name": "waiting"}']))

      await onDatabase(postgresDatabase, async (target) => {
        await (await target.open()).close()
        await copyRows(source.url, target.url)
        const after = await target.open()
        await after.store.create({ events: [sampleEvent(drop, { data: { name: 'new' } })] })
        const resumed = async () =>
          after.store.events({ since: reader.seen.at(-1)?.position ?? 0, limit: 10 })
        await expect.poll(async () => namesOf(await resumed())).toEqual(['waiting', 'new'])
        expect((await resumed()).map(({ position }) => position)).toEqual([3, 4])
        await after.close()
      })
    }))
})

async function copyRows(from: string, to: string): Promise<void> {
  await connected(from, (source) =>
    connected(to, async (target) => {
      for (const table of ['users', 'tokens', 'drops', 'claims', 'jobs', 'event_log_head', 'events']) {
        const { rows } = await source.query(
          `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
        )
        await target.query(`delete from ${table}`)
        await target.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
          rows[0].rows,
        ])
      }
      const { rows } = await source.query(`select last_value from events_id_seq`)
      await target.query(`select setval('events_id_seq', $1)`, [rows[0].last_value])
    }),
  )
}

// Each statement of a transaction sees what others have committed before it, even if they committed between two of its
// statements.

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
