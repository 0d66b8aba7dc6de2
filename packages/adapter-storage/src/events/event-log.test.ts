// Tests the event log with many readers and many writers, which hold transactions open, roll back and crash.
import type { LoggedEvent, Store } from '@dropkit/core'
import { putDrop, sampleEvent } from '@dropkit/testing'
import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  type OwnDatabase,
  onDatabase,
  preparedPostgresDatabase,
  preparedSqliteDatabase,
} from '../../test/databases.ts'
import { openSqlStorage, type SqlStorage } from '../index.ts'

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
