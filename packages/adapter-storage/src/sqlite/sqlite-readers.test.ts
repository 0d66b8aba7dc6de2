import { copyFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { WorkBudget } from '@dropkit/core/internal'
import { putDrop, sampleClaim } from '@dropkit/testing'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { onDatabase, pathOf, preparedSqliteDatabase, withStorage } from '../../test/databases.ts'
import type { EachQuery } from '../database.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { openConnection, type SqliteConnection } from './sqlite-connection.ts'
import { openSqlite } from './sqlite-database.ts'
import { createReaders, createTurnReads } from './sqlite-readers.ts'
import type { ThreadRead } from './sqlite-thread-messages.ts'

const statement = (text: string) => ({ name: null, text, order: null, isPlannedAnew: false })
const named = (name: string, text: string) => ({ name, text, order: null, isPlannedAnew: false })
const NUMBERS = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)'
/** A query that scans this many rows and returns none. */
const query = (rows: number) => ({
  statement: statement(`${NUMBERS} select n from numbers where within_time(n) and n < 0`),
  values: [rows],
})

test('a long read is stopped when its time is over, and its thread goes on to the next', () =>
  onDatabase(preparedSqliteDatabase, async ({ url, open }) => {
    await (await open()).close()
    const readers = createReaders(pathOf(url))
    let turns = 0
    const turning = setInterval(() => turns++, 5)
    const outOfTime = new Error('out of time')
    const budget = {
      remainingReadMs: () => 100,
      countRead() {},
      outOfTime: () => outOfTime as never,
    }
    const stopped = readers.read(query(2_000_000_000), 'ann', budget)
    const others = Promise.all([1, 2, 3, 4].map(() => readers.read(query(1_000), 'ann', null)))
    await expect(stopped).rejects.toBe(outOfTime)
    expect(await others).toEqual([[], [], [], []])
    clearInterval(turning)
    expect(turns).toBeGreaterThan(3)
    await readers.close()
  }))

/**
 * A store whose long reads run for the given requests of an owner, by default of one for all. `started` lists these requests
 * in the order in which their reads started.
 */
async function onRequests(
  body: (
    read: (request: string | null, times: number, owner?: string) => Promise<unknown>[],
    started: () => unknown[],
  ) => Promise<void>,
): Promise<void> {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  try {
    await onDatabase(preparedSqliteDatabase, async ({ url }) => {
      const budgets = new Map<string, WorkBudget>()
      let current: WorkBudget | undefined
      let currentOwner = ''
      const { read, close } = await openSqlite({
        path: pathOf(url),
        pollEveryMs: 60_000,
        budget: () => current,
        owner: () => currentOwner,
      })
      const readFor = (request: string | null, times: number, owner = 'ann') => {
        currentOwner = owner
        const budget = {
          remainingReadMs: () => 60_000,
          countRead() {},
          outOfTime: () => new Error() as never,
        }
        if (request !== null && !budgets.has(request)) budgets.set(request, budget)
        current = request === null ? undefined : budgets.get(request)
        const query = { statement: named('label', 'select ? as label'), values: [request], isLong: true }
        return Array.from({ length: times }, () => read(query))
      }
      const started = () =>
        posted.mock.calls.flatMap(([sent]: readonly unknown[]) =>
          typeof sent === 'object' && sent !== null && 'query' in sent
            ? (sent as ThreadRead).query.values
            : [],
        )
      await body(readFor, started)
      await close()
    })
  } finally {
    posted.mockRestore()
  }
}

test('requests with long reads take turns, and so does work without a request', () =>
  onRequests(async (read, started) => {
    const large = read('large', 20)
    const others = [...read('small', 2), ...read(null, 2), ...read('other', 1)]
    await Promise.all([...large, ...others])
    const rotation = ['large', 'large', 'large', 'small', null, 'other', 'large', 'small', null]
    expect(started()).toEqual([...rotation, ...Array.from({ length: 16 }, () => 'large')])
  }))

test('owners with long reads take turns, however many requests they have', () =>
  onRequests(async (read, started) => {
    const many = Array.from({ length: 10 }, (_, n) => read(`many ${n}`, 2)).flat()
    await Promise.all([...many, ...read('other', 2, 'ben')])
    const first = ['many 0', 'many 0', 'many 1', 'other', 'many 2', 'other', 'many 3']
    expect(started().slice(0, 7)).toEqual(first)
  }))

test('if too many reads wait, the newest of the owner with the most are refused', () =>
  onRequests(async (read) => {
    const many = Array.from({ length: 1_010 }, (_, n) => read(`many ${n}`, 1)).flat()
    const outcomes = await Promise.allSettled([...many, ...read('other', 2, 'ben')])
    const refused = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
    expect(refused).toHaveLength(10)
    expect(refused.every((n) => n < 1_010)).toBe(true)
    expect(outcomes[1_009]).toMatchObject({ reason: { name: 'StoreUnavailable', retryable: true } })
  }))

test('waiting reads of a request whose time is over do not begin', () =>
  onDatabase(preparedSqliteDatabase, async ({ url }) => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    let leftMs = 50
    const budget: WorkBudget = {
      remainingReadMs() {
        if (leftMs <= 0) throw new Error('no time left')
        return leftMs
      },
      countRead({ ms }) {
        leftMs -= ms
      },
      outOfTime: () => new Error('out of time') as never,
    }
    const { read, close } = await openSqlite({
      path: pathOf(url),
      pollEveryMs: 60_000,
      budget: () => budget,
    })
    try {
      const long = { ...query(2_000_000_000), isLong: true }
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => read(long)))
      const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))
      expect(reasons.filter((reason) => reason === 'Error: out of time')).toHaveLength(2)
      expect(reasons.filter((reason) => reason === 'Error: no time left')).toHaveLength(8)
      expect(posted).toHaveBeenCalledTimes(2)
      await close()
    } finally {
      posted.mockRestore()
    }
  }))

// Reads by key in the same turn of the event loop share a transaction on SQLite, and equal reads share their rows.

const echoed = named('echoed', 'select ? as found')
const broken = named('broken', 'select json(?) as found')
const numbered = named('numbered', 'select id from numbers where id > ? order by id limit ?')

/** Reads a file with the numbers 1 to 3. `ran` records the statements of each transaction. */
async function onNumbers(
  body: (
    reads: ReturnType<typeof createTurnReads>,
    ran: string[][],
    raw: SqliteConnection['raw'],
  ) => Promise<void>,
): Promise<void> {
  await withStorage(preparedSqliteDatabase, async (_, { url }) => {
    const ran: string[][] = []
    const onStatement = (name: string) => void ran.at(-1)?.push(name)
    const connection = openConnection(pathOf(url), { readonly: false, onStatement })
    try {
      connection.raw.exec('create table numbers (id integer); insert into numbers values (1), (2), (3)')
      const together = connection.raw.transaction((read: () => void) => read())
      const reads = createTurnReads(connection.each, async (read) => {
        ran.push([])
        together(read)
      })
      await body(reads, ran, connection.raw)
    } finally {
      connection.raw.close()
    }
  })
}

const asking = (statement: EachQuery['statement'], ...parents: string[]): EachQuery => ({
  statement,
  parents: parents.map((parent) => [parent]),
  shared: [],
})

const lacking = (code: string) => new SqliteDatabase.SqliteError('it cannot be read', code)

describe('reads of one turn', () => {
  test('report an unavailable store if their tables cannot be read', async () => {
    const { readEach } = createTurnReads(
      () => {
        throw lacking('SQLITE_IOERR_READ')
      },
      async (read) => read(),
    )
    await expect(readEach(asking(echoed, 'a'))).rejects.toBeInstanceOf(StoreUnavailable)
  })

  test('keep the reader from being idle while they wait for another one’s lock', async () => {
    let isFree = false
    const freed = Promise.withResolvers<void>()
    const { readEach, idle } = createTurnReads(
      () => [[]],
      async (read) => {
        await freed.promise
        isFree = true
        read()
      },
    )
    const read = readEach(asking(echoed, 'a'))
    await new Promise((resolve) => setImmediate(resolve))
    const isIdle = idle().then(() => isFree)
    freed.resolve()
    expect(await isIdle).toBe(true)
    await read
  })

  test('that take long are spread over turns of the event loop', async () => {
    let transactions = 0
    const { readEach } = createTurnReads(
      ({ parents }) => {
        const until = performance.now() + 11
        while (performance.now() < until);
        return [[{ found: parents[0]?.[0] }]]
      },
      async (read) => {
        transactions++
        read()
      },
    )
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const found = await readEach(asking(echoed, 'a', 'b', 'c'))
    clearImmediate(counting)
    expect(found).toEqual([[{ found: 'a' }], [{ found: 'b' }], [{ found: 'c' }]])
    expect(transactions).toBe(3)
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  test('run in one transaction, each once, and every caller gets its rows', () =>
    onNumbers(async ({ readEach }, ran) => {
      const answers = await Promise.all([
        readEach(asking(echoed, 'a')),
        readEach(asking(echoed, 'b', 'a', 'b')),
        readEach({ statement: numbered, parents: [[1]], shared: [1] }),
        readEach({ statement: numbered, parents: [[1]], shared: [2] }),
        readEach(asking(echoed)),
      ])
      expect(ran).toEqual([['echoed', 'echoed', 'numbered', 'numbered']])
      expect(answers).toEqual([
        [[{ found: 'a' }]],
        [[{ found: 'b' }], [{ found: 'a' }], [{ found: 'b' }]],
        [[{ id: 2 }]],
        [[{ id: 2 }, { id: 3 }]],
        [],
      ])
    }))

  test('see all that was committed before the last of them was asked for', () =>
    onNumbers(async ({ readEach }, ran, raw) => {
      const early = readEach({ statement: numbered, parents: [[2]], shared: [9] })
      raw.exec('insert into numbers values (4)')
      const late = readEach({ statement: numbered, parents: [[2]], shared: [9] })
      expect(await late).toEqual([[{ id: 3 }, { id: 4 }]])
      expect(await early).toEqual(await late)
      raw.exec('insert into numbers values (5)')
      expect(await readEach({ statement: numbered, parents: [[3]], shared: [9] })).toEqual([
        [{ id: 4 }, { id: 5 }],
      ])
      expect(ran).toHaveLength(2)
    }))

  test('fail alone when one of them cannot be made', () =>
    onNumbers(async ({ readEach }) => {
      const [bad, good] = await Promise.allSettled([
        readEach(asking(broken, '{')),
        readEach(asking(echoed, 'a')),
      ])
      expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'malformed JSON' } })
      expect(good).toEqual({ status: 'fulfilled', value: [[{ found: 'a' }]] })
    }))

  test('are finished before the reader is idle', () =>
    onNumbers(async ({ readEach, idle }, ran) => {
      await idle()
      expect(ran).toEqual([])
      const read = readEach(asking(echoed, 'a'))
      await idle()
      expect(ran).toEqual([['echoed']])
      await read
    }))
})

const LARGE = 40

/**
 * Damages the files of an open database, which may have been opened through a link. Returns the results of later changes and
 * of the health check.
 */
async function changedAfter(damage: (path: string) => void, claimCount: number, isLinked = false) {
  let result: readonly unknown[] = []
  await onDatabase(preparedSqliteDatabase, async ({ url }) => {
    const path = pathOf(url)
    const errors: unknown[] = []
    const log = {
      debug() {},
      info() {},
      warn() {},
      error: (_: string, fields?: object) => void errors.push(fields),
    }
    if (isLinked) symlinkSync(path, `${path}.link`)
    const database = await openSqlite({ path: isLinked ? `${path}.link` : path, pollEveryMs: 60_000, log })
    const { store, close } = createSqlStorage(database)
    const { drop } = await putDrop(store)
    await database.check()
    damage(path)
    let sequence = 0
    const outcomes: string[] = []
    for (let round = 0; round < 3; round++) {
      const claims = Array.from({ length: claimCount }, () => sampleClaim(drop, ++sequence))
      await store.create({ insert: { claims } }).then(
        () => outcomes.push('acknowledged'),
        (cause: Error) => outcomes.push(cause.name),
      )
    }
    const health = await database.check().then(
      () => 'ready',
      (cause: Error) => cause.name,
    )
    result = [outcomes, health, errors.length]
    await close().catch(() => undefined)
  })
  return result
}

const refused = [['StoreUnavailable', 'StoreUnavailable', 'StoreUnavailable'], 'StoreUnavailable', 1]

const DAMAGE: readonly [name: string, damage: (path: string) => void][] = [
  ['removed', (path) => rmSync(path)],
  ['moved', (path) => renameSync(path, `${path}.moved`)],
  [
    'replaced by a copy',
    (path) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['truncated', (path) => truncateSync(path, 0)],
  ['removed, its shared memory only,', (path) => rmSync(`${path}-shm`)],
  ['moved, its shared memory only,', (path) => renameSync(`${path}-shm`, `${path}-shm.moved`)],
  [
    'replaced, its shared memory only,',
    (path) => {
      copyFileSync(`${path}-shm`, `${path}-shm.copy`)
      renameSync(`${path}-shm.copy`, `${path}-shm`)
    },
  ],
  ['removed, its log only,', (path) => rmSync(`${path}-wal`)],
  ['moved, its log only,', (path) => renameSync(`${path}-wal`, `${path}-wal.moved`)],
  ['truncated, its log only,', (path) => truncateSync(`${path}-wal`, 0)],
  ['truncated in the middle, its log only,', (path) => truncateSync(`${path}-wal`, 8_192)],
]

test.skipIf(process.platform === 'win32').each(DAMAGE)(
  'a database file that was %s under a running server acknowledges no change, and is not ready',
  async (_, damage) => {
    expect(await changedAfter(damage, 1)).toEqual(refused)
    expect(await changedAfter(damage, LARGE)).toEqual(refused)
    expect(await changedAfter(damage, 1, true)).toEqual(refused)
  },
)

test('untouched files stay intact through many commits and checkpoints', () =>
  onDatabase(preparedSqliteDatabase, async ({ url }) => {
    const path = pathOf(url)
    const database = await openSqlite({
      path,
      pollEveryMs: 60_000,
      onWriter: (raw) => raw.pragma('journal_size_limit = 0'),
    })
    const { store, close } = createSqlStorage(database)
    const { drop } = await putDrop(store)
    for (let round = 0; round < 60; round++) {
      const claims = Array.from({ length: 100 }, (_, n) => sampleClaim(drop, round * 100 + n + 1))
      await store.create({ insert: { claims } })
      await database.check()
    }
    await close()
  }))
