import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { putDrop, sampleClaim, sampleDrop, sampleEvent } from '@dropkit/testing'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  onDatabase,
  pathOf,
  preparedSqliteDatabase,
  sqliteDatabase,
  startOtherWriter,
} from '../../test/databases.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { type Checkpoints, createCheckpoints } from './sqlite-checkpoints.ts'
import { openSqlite } from './sqlite-database.ts'

/** The value of `pragma synchronous`. */
const FULL = 2

/** A group has no time limit, so that slow machines do not change the result. */
const patient = { pollEveryMs: 60_000, longestGroupMs: Number.POSITIVE_INFINITY }

/** Opens the database, and gives the connection that writes. */
async function openWithWriter(url: string) {
  const writers: SqliteDatabase.Database[] = []
  const onWriter = (connection: SqliteDatabase.Database) => void writers.push(connection)
  const { store, close } = createSqlStorage(await openSqlite({ ...patient, path: pathOf(url), onWriter }))
  const [writer] = writers
  if (!writer) throw new Error('the database has no writer')
  return { store, close, writer }
}

describe('SQLite', () => {
  test.skipIf(process.platform === 'win32')(
    'creates files that only their owner can read, for any umask',
    () =>
      onDatabase(sqliteDatabase, async ({ url }) => {
        const path = pathOf(url)
        rmSync(path, { force: true })
        const { store, close } = createSqlStorage(await openSqlite({ ...patient, path }))
        await putDrop(store)
        const modes = [path, `${path}-wal`, `${path}-shm`].map((file) => statSync(file).mode & 0o777)
        await close()
        expect(modes).toEqual([0o600, 0o600, 0o600])
      }),
  )

  test('commits simultaneous changes together, and a failing one undoes only itself', () =>
    onDatabase(preparedSqliteDatabase, async ({ url }) => {
      const statements: string[] = []
      const onStatement = (statement: string) => void statements.push(statement)
      const database = await openSqlite({ ...patient, path: pathOf(url), onStatement })
      const { store, close } = createSqlStorage(database)
      const { token, drop } = await putDrop(store)
      statements.length = 0
      const failing = new Error('decided against')
      const outcomes = await Promise.allSettled([
        store.create({ insert: { claims: [sampleClaim(drop, 1)] }, events: [sampleEvent(drop)] }),
        store.changeToken(token.id, () => {
          throw failing
        }),
        store.create({ insert: { claims: [sampleClaim(drop, 2), sampleClaim(drop, 1)] } }),
        store.create({ insert: { drops: [sampleDrop(token, 9, { shortcode: 'DROP-1' })] } }),
        store.create({ insert: { claims: [sampleClaim(drop, 3)] }, events: [sampleEvent(drop)] }),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
        'fulfilled',
      ])
      expect(outcomes[1]).toMatchObject({ reason: failing })
      expect(outcomes[3]).toMatchObject({ value: { ok: false, error: { field: 'shortcode' } } })
      expect(statements.filter((statement) => statement === 'commit')).toHaveLength(1)
      const claims = await store.listClaims({ dropId: drop.id }, { limit: 10 })
      expect(claims.map(({ sequence }) => sequence)).toEqual([3, 1])
      expect((await store.events({ since: 0, limit: 10 })).map(({ position }) => position)).toEqual([1, 2])
      await close()
    }))

  test('waits until a commit is on disk, unless all of its changes may be lost', () =>
    onDatabase(preparedSqliteDatabase, async ({ url }) => {
      const writers: SqliteDatabase.Database[] = []
      const waits: boolean[] = []
      const { store, jobs, close } = createSqlStorage(
        await openSqlite({
          ...patient,
          path: pathOf(url),
          onWriter: (connection) => void writers.push(connection),
          onStatement(statement) {
            if (statement === 'commit')
              waits.push(writers[0]?.pragma('synchronous', { simple: true }) === FULL)
          },
        }),
      )
      const waitedIn = async (work: () => Promise<unknown>) => {
        waits.length = 0
        await work()
        return waits
      }
      const NOW = 1_800_000_000_000
      const { drop } = await putDrop(store)
      const request = () =>
        jobs.request([{ kind: 'expire_claims', subject: drop.id, ownerId: null, dueAt: NOW }])
      const take = () => jobs.take(NOW, 30_000, 10)
      expect(await waitedIn(request)).toEqual([true])
      const [job] = await take()
      if (!job) throw new Error('no job is due')
      expect(await waitedIn(() => jobs.finish(job, { kind: 'done' }))).toEqual([false])
      await request()
      expect(await waitedIn(take)).toEqual([false])
      const claimed = () => store.create({ insert: { claims: [sampleClaim(drop, 1)] } })
      const expired = () => jobs.finish(job, { kind: 'done' })
      expect(await waitedIn(() => Promise.all([expired(), claimed(), expired()]))).toEqual([true])
      await close()
    }))

  test('fails the whole group if the disk is full, keeps the old state, and continues once there is space', () =>
    onDatabase(preparedSqliteDatabase, async ({ url }) => {
      const { store, close, writer } = await openWithWriter(url)
      const { drop } = await putDrop(store)
      const pages = Number(writer.pragma('page_count', { simple: true }))
      writer.pragma(`max_page_count = ${pages + 2}`)
      const claims = (from: number) =>
        Array.from({ length: 200 }, (_, place) => sampleClaim(drop, from + place))
      const outcomes = await Promise.allSettled([
        store.create({ insert: { claims: claims(1) }, events: [sampleEvent(drop)] }),
        store.create({ insert: { claims: claims(201) }, events: [sampleEvent(drop)] }),
      ])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { retryable: true } })
        expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(StoreUnavailable)
      }
      expect(await store.listClaims({}, { limit: 10 })).toEqual([])
      expect(await store.events({ limit: 10 })).toEqual([])

      writer.pragma('max_page_count = 1000000')
      expect((await store.create({ insert: { claims: claims(1) }, events: [sampleEvent(drop)] })).ok).toBe(
        true,
      )
      expect(await store.events({ limit: 10 })).toHaveLength(1)
      await close()
    }))

  test('is not ready from a change that the disk refused until the disk can be written again', () =>
    onDatabase(preparedSqliteDatabase, async ({ url }) => {
      const { store, close, writer } = await openWithWriter(url)
      const { drop } = await putDrop(store)
      await store.check()
      writer.pragma('query_only = on')
      const unavailable = { name: 'StoreUnavailable', retryable: true }
      await expect(store.create({ events: [sampleEvent(drop)] })).rejects.toMatchObject(unavailable)
      for (let time = 0; time < 2; time++) await expect(store.check()).rejects.toMatchObject(unavailable)
      writer.pragma('query_only = off')
      await store.check()
      expect(await store.events({ limit: 10 })).toEqual([])
      await close()
    }))

  test('waits for another process that writes, without blocking meanwhile', () =>
    onDatabase(preparedSqliteDatabase, async (own) => {
      const { store, close } = await own.open()
      const { drop } = await putDrop(store)
      // The reading thread starts with the first list.
      await store.listClaims({}, { limit: 1 })
      await startOtherWriter(pathOf(own.url), '', 400)
      let turns = 0
      const turning = setInterval(() => turns++, 5)
      const done = store.create({ insert: { claims: [sampleClaim(drop, 1)] }, events: [sampleEvent(drop)] })
      expect(await store.listClaims({}, { limit: 1 })).toEqual([])
      expect((await done).ok).toBe(true)
      clearInterval(turning)
      expect(turns).toBeGreaterThan(5)
      await close()
    }))

  test('syncs every commit to the disk and holds references', () =>
    onDatabase(sqliteDatabase, async ({ url }) => {
      const settings: unknown[] = []
      const database = await openSqlite({
        path: pathOf(url),
        pollEveryMs: 60_000,
        onWriter: (connection) => {
          for (const name of ['journal_mode', 'synchronous', 'foreign_keys']) {
            settings.push(connection.pragma(name, { simple: true }))
          }
        },
      })
      expect(settings).toEqual(['wal', 2, 1])
      await database.close()
    }))
})

const LIMITS = { beginAtPages: 60, fewPages: 30, longestPages: 4_000 }
const PAGE_BYTES = 4_096

describe('the log of SQLite', () => {
  let folder: string
  let path: string
  let raw: SqliteDatabase.Database
  let checkpoints: Checkpoints | undefined

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dropkit-checkpoints-'))
    path = join(folder, 'store.db')
    raw = new SqliteDatabase(path)
    raw.pragma('journal_mode = wal')
    raw.pragma('synchronous = off')
    raw.exec('create table bytes (value blob)')
    raw.pragma('wal_checkpoint(truncate)')
  })

  afterEach(async () => {
    await checkpoints?.close()
    checkpoints = undefined
    raw.close()
    rmSync(folder, { recursive: true })
  })

  const write = (pages: number) =>
    raw.prepare('insert into bytes values (zeroblob(?))').run(pages * PAGE_BYTES)
  const logPages = () => statSync(`${path}-wal`).size / PAGE_BYTES
  const left = () => {
    const [progress] = raw.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
    return progress && progress.log - progress.checkpointed
  }
  const untilNothingIsLeft = async () => {
    while (left() !== 0) await sleep(5)
  }

  test('does not end a program that only waits for its checkpoint', async () => {
    const program = `
      import SqliteDatabase from 'better-sqlite3'
      import { createCheckpoints } from ${JSON.stringify(new URL('./sqlite-checkpoints.ts', import.meta.url).href)}
      const [, path] = process.argv
      const raw = new SqliteDatabase(path)
      const checkpoints = createCheckpoints(path, { raw }, { beginAtPages: 10, fewPages: 1_000, longestPages: 4_000 })
      raw.exec('insert into bytes values (zeroblob(400000))')
      await checkpoints.onCommit()
      await checkpoints.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('is checkpointed by a thread once it is long, and restarts', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    const before = statSync(path).size
    for (let round = 0; round < 5; round++) {
      write(100)
      checkpoints.onCommit()
      await untilNothingIsLeft()
    }
    expect(statSync(path).size).toBeGreaterThan(before + 400 * PAGE_BYTES)
    expect(logPages()).toBeLessThan(200)
  })

  test('is left as it is while it is short', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    write(20)
    checkpoints.onCommit()
    await sleep(50)
    expect(left()).toBeGreaterThan(0)
  })

  test('restarts while writes go on, because the writer waits for its last pages', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    // After the log has restarted, its file stops growing, however slow the thread was.
    let written = 0
    let waits = 0
    do {
      write(20)
      written += 20
      const lastPages = checkpoints.onCommit()
      if (lastPages) waits++
      await (lastPages ?? nextTurn())
    } while ((logPages() >= written || waits === 0) && written < 50_000)
    expect(logPages()).toBeLessThan(written)
    expect(waits).toBeGreaterThan(0)
  })

  test('keeps the writer waiting for two passes at most while another process writes', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    const other = new SqliteDatabase(path)
    other.pragma('synchronous = off')
    const insert = other.prepare('insert into bytes values (zeroblob(1))')
    const writing = setInterval(() => insert.run(), 0)
    try {
      for (let waits = 0; waits < 5; ) {
        write(20)
        const lastPages = checkpoints.onCommit()
        if (lastPages) waits++
        await (lastPages ?? sleep(1))
      }
    } finally {
      clearInterval(writing)
      other.close()
    }
  })

  test('is brought into the file by the writer itself where the thread cannot', async () => {
    checkpoints = createCheckpoints(join(folder, 'nowhere', 'store.db'), { raw }, LIMITS)
    write(100)
    checkpoints.onCommit()
    while (raw.pragma('wal_autocheckpoint', { simple: true }) === 0) await sleep(5)
    write(1)
    expect(left()).toBe(0)
  })

  test.skipIf(process.platform !== 'linux')(
    'keeps the locks of this process when its thread ends',
    async () => {
      const locks = () => {
        const { ino } = statSync(path)
        return readFileSync('/proc/locks', 'utf8')
          .split('\n')
          .filter((lock) => lock.includes(`:${ino} `)).length
      }
      checkpoints = createCheckpoints(path, { raw }, LIMITS)
      write(100)
      expect(locks()).toBe(1)
      checkpoints.onCommit()
      await untilNothingIsLeft()
      await checkpoints.close()
      checkpoints = undefined
      expect(locks()).toBe(1)
    },
  )

  test('is not lost when all is closed while the thread works', async () => {
    checkpoints = createCheckpoints(path, { raw }, LIMITS)
    write(2_000)
    checkpoints.onCommit()
    await checkpoints.close()
    checkpoints = undefined
    raw.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    raw = new SqliteDatabase(path)
    expect(raw.prepare('select sum(length(value)) as bytes from bytes').pluck().get()).toBe(
      2_000 * PAGE_BYTES,
    )
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})
