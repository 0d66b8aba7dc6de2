// Tests the event log with many readers and many writers, which hold transactions open, roll back and crash.
import type { LoggedEvent, Store } from '@dropkit/core'
import { SAMPLE_NOW as NOW, put, putDrop, sampleDelivery, sampleEvent, sampleWebhook } from '@dropkit/testing'
import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import {
  type OwnDatabase,
  onDatabase,
  postgresDatabase,
  preparedPostgresDatabase,
  preparedSqliteDatabase,
  withStorage,
} from '../../test/databases.ts'
import type { Database } from '../database.ts'
import { openSqlStorage, type SqlStorage } from '../index.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openPostgres } from '../postgres/postgres-database.ts'

const SERVERS = 2
const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 500) / 25)
const longestMs = 30_000 + numRuns * 3_000
const INSERT = `insert into events (type, at, owner_id, data) values ('drop.updated', 1, 'user_x', $1)`

type Step =
  | { readonly kind: 'write'; readonly server: number; readonly count: number; readonly isAwaited: boolean }
  | { readonly kind: 'hold' | 'hold more'; readonly count: number; readonly nth: number }
  | { readonly kind: 'let go'; readonly nth: number; readonly how: 'commit' | 'rollback' | 'crash' }
  | { readonly kind: 'crash'; readonly server: number }
  | { readonly kind: 'join'; readonly server: number; readonly back: number }
  | { readonly kind: 'leave'; readonly nth: number }
  | { readonly kind: 'wait'; readonly ms: number }

const nth = fc.nat({ max: 9 })
const server = fc.nat({ max: SERVERS - 1 })
const count = fc.integer({ min: 1, max: 4 })

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('write'), server, count, isAwaited: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold'), count, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold more'), count, nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('let go'),
      nth,
      how: fc.constantFrom('commit', 'commit', 'rollback', 'crash'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash'), server }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('join'), server, back: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 20, 60) }) },
) as fc.Arbitrary<Step>

/** The fate of a written name: it is in the log, it is not, or its commit is unknown. */
type Fate = 'committed' | 'gone' | 'unknown'

interface Reader {
  readonly after: number
  readonly seen: LoggedEvent[]
  stop(): Promise<void>
}

/** A long transaction of a server. */
interface Held {
  readonly client: Client
  readonly names: string[]
}

/** Several servers on one database, and control over them. */
interface World {
  readonly storages: readonly SqlStorage[]
  write(store: Store, names: readonly string[]): Promise<unknown>
  hold(): Promise<Client | null>
  /** Disconnects a server from all its running work. */
  crash(server: number): Promise<void>
  close(): Promise<void>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function openWorld(database: OwnDatabase): Promise<World> {
  const isPostgres = database.url.startsWith('postgres')
  const nameOf = (server: number) => `server_${server}`
  const connected = async (name: string) => {
    const client = new Client({ connectionString: database.url, application_name: name })
    // The test expects lost connections.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const storages: SqlStorage[] = []
  // Sequential, because SQLite waits for a lock without letting other tasks of its thread run.
  for (let server = 0; server < SERVERS; server++) {
    const url = new URL(database.url)
    if (isPostgres) url.searchParams.set('application_name', nameOf(server))
    const options = { maxConnections: 3, pollEveryMs: 50 }
    storages.push(await openSqlStorage({ url: isPostgres ? url.href : database.url, ...options }))
  }
  const [first] = storages
  if (!first) throw new Error('a world has servers')
  const { drop } = await putDrop(first.store)
  const admin = isPostgres ? await connected('admin') : null
  return {
    storages,
    write: (store, names) =>
      store.create({ events: names.map((name) => sampleEvent(drop, { data: { name } })) }),
    hold: async () => (isPostgres ? connected('held') : null),
    async crash(server) {
      await admin?.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [nameOf(server)],
      )
    },
    async close() {
      await admin?.end()
      for (const storage of storages) await storage.close()
    },
  }
}

/** Reads a few events at a time, whenever it is notified of new ones. */
function follow(store: Store, after: number): Reader {
  const seen: LoggedEvent[] = []
  let isOver = false
  let wake = () => {}
  const stopListening = store.onEvents(() => wake())
  const reading = (async () => {
    while (!isOver) {
      const told = new Promise<void>((resolve) => {
        wake = resolve
      })
      // While the server is disconnected the read fails, and is tried again.
      const more = await store.events({ since: seen.at(-1)?.position ?? after, limit: 3 }).catch(() => null)
      seen.push(...(more ?? []))
      if (more?.length === 0) await told
      if (more === null) await pause(10)
    }
  })()
  return {
    after,
    seen,
    async stop() {
      isOver = true
      wake()
      stopListening()
      await reading
    },
  }
}

/**
 * Reads the log from the beginning, after it has all the expected events. It may also have events of writes whose fate is
 * unknown, so its length does not say whether it has all of them.
 */
async function settledLog(store: Store, since: number, names: ReadonlyMap<string, Fate>) {
  const missing = new Set([...names].filter(([, fate]) => fate === 'committed').map(([name]) => name))
  const log: LoggedEvent[] = []
  const lastAt = Date.now() + 20_000
  let lastError: unknown
  while (missing.size > 0 && Date.now() < lastAt) {
    // The last step may have disconnected this server, so the read is tried again.
    const more = await store
      .events({ since: log.at(-1)?.position ?? since, limit: 50 })
      .catch((error: unknown) => {
        lastError = error
        return []
      })
    log.push(...more)
    for (const { data } of more) missing.delete(String(data['name']))
    if (more.length === 0) await pause(10)
  }
  if (missing.size > 0) throw new Error(`the log lacks ${[...missing].join(', ')}`, { cause: lastError })
  return log
}

async function live(world: World, steps: readonly Step[], run: number): Promise<void> {
  const { storages } = world
  const storeOf = (server: number) => storages[server]?.store as Store
  const [newest] = await storeOf(0).events({ limit: 1 })
  const base = newest?.position ?? 0
  const names = new Map<string, Fate>()
  const writing: Promise<unknown>[] = []
  const held: Held[] = []
  const readers: Reader[] = []
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

  const newNames = (some: number): string[] =>
    Array.from({ length: some }, () => {
      const name = `${run}.${names.size}`
      names.set(name, 'unknown')
      return name
    })

  const write = async (server: number, some: number) => {
    const own = newNames(some)
    await world.write(storeOf(server), own).then(
      () => own.forEach((name) => void names.set(name, 'committed')),
      // If the connection is lost during a commit, the result is unknown.
      () => {},
    )
  }

  const insert = async (one: Held, some: number) => {
    for (const name of newNames(some)) {
      await one.client.query(INSERT, [JSON.stringify({ name })])
      one.names.push(name)
    }
  }

  const letGo = async (one: Held, how: 'commit' | 'rollback' | 'crash') => {
    held.splice(held.indexOf(one), 1)
    if (how !== 'crash') await one.client.query(how)
    for (const name of one.names) names.set(name, how === 'commit' ? 'committed' : 'gone')
    await one.client.end()
  }

  const join = (server: number, back: number) => {
    const last = Math.max(base, ...readers.map((reader) => reader.seen.at(-1)?.position ?? base))
    readers.push(follow(storeOf(server), Math.max(base, last - back)))
  }

  for (const step of steps) {
    switch (step.kind) {
      case 'write': {
        const written = write(step.server, step.count)
        writing.push(written)
        if (step.isAwaited) await written
        break
      }
      case 'hold': {
        const client = await world.hold()
        if (!client) break
        await client.query('begin')
        const one = { client, names: [] }
        held.push(one)
        await insert(one, step.count)
        break
      }
      case 'hold more': {
        const one = pick(held, step.nth)
        if (one) await insert(one, step.count)
        break
      }
      case 'let go': {
        const one = pick(held, step.nth)
        if (one) await letGo(one, step.how)
        break
      }
      case 'crash':
        await world.crash(step.server)
        break
      case 'join':
        join(step.server, step.back)
        break
      case 'leave': {
        const reader = pick(readers, step.nth)
        if (!reader) break
        await reader.stop()
        readers.splice(readers.indexOf(reader), 1)
        expect(reader.seen.map(({ position }) => position)).toEqual(
          reader.seen.map((_, n) => reader.after + 1 + n),
        )
        break
      }
      case 'wait':
        await pause(step.ms)
    }
  }

  // All readers, whenever they joined, must finally have seen the same events.
  for (const server of storages.keys()) join(server, Number.POSITIVE_INFINITY)
  for (const one of [...held]) await letGo(one, 'commit')
  await Promise.all(writing)
  // When the event that was committed last is the last of the log, the log is complete.
  for (let time = 0; names.get(`${run}.${names.size - 1}`) !== 'committed' && time < 20; time++)
    await write(0, 1)
  const log = await settledLog(storeOf(0), base, names)
  const end = log.at(-1)?.position ?? base
  await expect
    .poll(() => readers.every((reader) => (reader.seen.at(-1)?.position ?? reader.after) >= end), {
      timeout: 10_000,
    })
    .toBe(true)
  const written = log.map(({ data }) => String(data['name']))
  expect(new Set(written).size).toBe(written.length)
  for (const [name, fate] of names) {
    if (fate !== 'unknown') expect([name, written.includes(name)]).toEqual([name, fate === 'committed'])
  }
  expect(log.map(({ position }) => position)).toEqual(log.map((_, n) => base + 1 + n))
  for (const reader of readers) {
    expect(reader.seen).toEqual(log.filter(({ position }) => position > reader.after))
    await reader.stop()
  }
}

describe.each([
  ['SQLite', preparedSqliteDatabase],
  ['Postgres', preparedPostgresDatabase],
] as const)('the event log on %s', (_, make) => {
  test(
    'is seen by every reader once and in one order, however writers, held transactions and crashes meet',
    () =>
      onDatabase(make, async (database) => {
        const world = await openWorld(database)
        let run = 0
        try {
          await fc.assert(
            fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30, size: 'max' }), (steps) =>
              live(world, steps, run++),
            ),
            { numRuns },
          )
        } finally {
          await world.close()
        }
      }),
    longestMs,
  )
})

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

describe('the event log on Postgres', () => {
  test('shows a caller the events of its own change at once, on any server', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url, open }) => {
        const other = await open({ pollEveryMs: 60_000 })
        const { drop } = await putDrop(store)
        await withClient(url, async (held) => {
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
      await withClient(url, async (held) => {
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
        await withClient(url, (crashed) => crashed.query(INSERT, ['{"name": "left"}']))
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
      await withClient(source.url, (client) => client.query(INSERT, ['{"name": "waiting"}']))

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
  await withClient(from, (source) =>
    withClient(to, async (target) => {
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
