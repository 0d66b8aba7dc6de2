import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { putDrop, sampleApiKey, sampleClaim, sampleEvent } from '@dropkit/testing'
import { Client, escapeIdentifier } from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { onDatabase, preparedPostgresDatabase, withStorage } from '../../test/databases.ts'
import { openSqlStorage, StoreUnavailable } from '../index.ts'
import { openPostgres } from './postgres-database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { command, connectionConfig, createPool } from './postgres-pool.ts'

/** A client beside the store. Its connection ends with the test. */
async function admin(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A client whose transaction holds the locks of all drops, until it is rolled back. */
async function lockDrops(url: string): Promise<Client> {
  const client = await admin(url)
  await client.query('begin')
  await client.query('select 1 from drops for update')
  return client
}

const OPTIONS = {
  maxConnections: 1,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
  pollEveryMs: 60_000,
}

describe('Postgres', () => {
  test('keeps the state before a change that was killed, and continues', () =>
    withStorage(preparedPostgresDatabase, async ({ store }, { url }) => {
      const { drop } = await putDrop(store)
      const client = await admin(url)
      // Ends this connection of the store after the claims were written and before the commit.
      await client.query(`
        create function stop_here() returns trigger language plpgsql as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
        create trigger stop_here after insert on events for each statement execute function stop_here()`)
      const change = () =>
        store.changeDrop(drop.id, {}, () => ({
          insert: { claims: [sampleClaim(drop, 1)] },
          update: { drops: [{ ...drop, title: 'Changed' }] },
          events: [sampleEvent(drop)],
          result: 'done',
        }))
      const error = await change().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(StoreUnavailable)
      expect(error).toMatchObject({ retryable: true })
      await client.query('drop trigger stop_here on events')
      expect((await store.drops([drop.id])).get(drop.id)).toEqual(drop)
      expect(await store.listClaims({}, { limit: 5 })).toEqual([])
      expect(await change()).toEqual({ ok: true, value: 'done' })
      await expect.poll(() => store.events({ limit: 5 })).toHaveLength(1)
    }))

  test('answers the reads that were asked for before it is closed', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const storage = await openSqlStorage({ url })
      const { owner, drop } = await putDrop(storage.store)
      const reads = Promise.all([storage.store.drops([drop.id]), storage.store.users([owner.id])])
      const closed = storage.close()
      await expect(storage.store.drops([drop.id])).rejects.toBeInstanceOf(StoreUnavailable)
      const [drops, users] = await reads
      expect([drops.get(drop.id), users.get(owner.id)]).toEqual([drop, owner])
      await closed
    }))

  test('may end all connections, the one that listens too, and the store makes new ones', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { drop } = await putDrop(store)
        await store.create({ events: [sampleEvent(drop)] })
        await expect.poll(() => store.events({ limit: 5 })).toHaveLength(1)
        const client = await admin(url)
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
        await expect
          .poll(() =>
            store.check().then(
              () => true,
              () => false,
            ),
          )
          .toBe(true)
        const told = new Promise<void>((resolve) => store.onEvents(resolve))
        expect((await store.create({ events: [sampleEvent(drop)] })).ok).toBe(true)
        await told
        await expect.poll(() => store.events({ limit: 5 })).toHaveLength(2)
        const listening = `select 1 from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'`
        await expect.poll(async () => (await client.query(listening)).rowCount).toBe(1)
      },
      { pollEveryMs: 50 },
    ))

  test('that was read-only for a time is not ready until it accepts changes again, on new connections', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { drop } = await putDrop(store)
        const client = await admin(url)
        const database = new URL(url).pathname.slice(1)
        const unavailable = { name: 'StoreUnavailable', retryable: true }
        await client.query(`alter database "${database}" set default_transaction_read_only = on`)
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
        const change = () =>
          store.changeDrop(drop.id, {}, () => ({ update: { drops: [drop] }, result: 'done' }))
        await expect
          .poll(() =>
            store.drops([drop.id]).then(
              (drops) => drops.size,
              () => 0,
            ),
          )
          .toBe(1)
        await expect(store.check()).rejects.toMatchObject(unavailable)
        await expect(change()).rejects.toMatchObject(unavailable)
        await store.drops([drop.id])
        await client.query(`alter database "${database}" reset default_transaction_read_only`)
        // The connection of the read began while the database was read-only, and is closed by the first change.
        await change().catch(() => undefined)
        expect(await change()).toEqual({ ok: true, value: 'done' })
        await store.check()
      },
      { maxConnections: 1, pollEveryMs: 60_000 },
    ))

  test('whose machine disappears without a word is given up after 20 seconds at most', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const { port, pathname } = new URL(url)
      let isGone = false
      // The connections of before are never answered or closed any more, and new ones work.
      const proxy = createServer((near) => {
        const far = connect(Number(port), '127.0.0.1')
        const isOld = !isGone
        near.on('data', (piece) => (isOld && isGone) || far.write(piece))
        far.on('data', (piece) => (isOld && isGone) || near.write(piece))
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const)
          one.on('error', () => undefined).on('close', () => other.destroy())
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      const address = proxy.address() as AddressInfo
      const { store, close } = await openSqlStorage({
        url: `postgres://postgres@127.0.0.1:${address.port}${pathname}`,
        maxConnections: 1,
        pollEveryMs: 60_000,
      })
      const { drop } = await putDrop(store)
      const change = () => store.changeDrop(drop.id, {}, () => ({ result: 'done' }))
      await change()
      isGone = true
      const begunAt = performance.now()
      await expect(change()).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
      expect(performance.now() - begunAt).toBeLessThan(20_000)
      expect(await change()).toEqual({ ok: true, value: 'done' })
      await close()
      proxy.close()
    }))

  test('has three times as long for a long read', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const database = await openPostgres({
        url,
        maxConnections: 1,
        connectTimeoutMs: 5_000,
        statementTimeoutMs: 1_000,
        pollEveryMs: 60_000,
      })
      const statement = postgresDialect.statement('wait_longer', 'select pg_sleep(2)')
      await expect(database.read({ statement, values: [] })).rejects.toThrow('statement timeout')
      expect(await database.read({ statement, values: [], isLong: true })).toHaveLength(1)
      await database.close()
    }))

  test('that does not answer is an error, not a wait without end', async () => {
    const silent = createServer(() => undefined)
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const opened = openSqlStorage({ url: `postgres://nobody@127.0.0.1:${port}/none`, connectTimeoutMs: 200 })
    await expect(opened).rejects.toBeInstanceOf(StoreUnavailable)
    silent.close()
    const refused = openSqlStorage({ url: 'postgres://nobody@127.0.0.1:1/none', connectTimeoutMs: 200 })
    await expect(refused).rejects.toMatchObject({ retryable: true })
  })

  test('that has no connection left in time is an error that may pass, and nothing has happened', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { drop } = await putDrop(store)
        const client = await lockDrops(url)
        const title = (text: string) =>
          store.changeDrop(drop.id, {}, () => ({
            update: { drops: [{ ...drop, title: text }] },
            result: text,
          }))
        const first = title('First')
        await expect(title('Second')).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
        await expect(store.drops([drop.id])).rejects.toMatchObject({ name: 'StoreUnavailable' })
        await client.query('rollback')
        expect(await first).toEqual({ ok: true, value: 'First' })
        expect((await store.drops([drop.id])).get(drop.id)?.title).toBe('First')
      },
      // Both wait while the first change waits for its lock, which takes 0.6 s.
      { maxConnections: 1, connectTimeoutMs: 200 },
    ))

  test('gives a lock that a frozen process holds, and waits for on other connections, to others after two seconds', () =>
    withStorage(preparedPostgresDatabase, async ({ store }, { url }) => {
      const { drop } = await putDrop(store)
      const frozen = Array.from({ length: 8 }, () => new Client(connectionConfig({ ...OPTIONS, url })))
      for (const client of frozen) {
        client.on('error', () => undefined)
        await client.connect()
        await client.query('begin')
      }
      const locking = frozen.map((client) => client.query('select 1 from drops for update').catch(() => {}))
      await Promise.race(locking)
      const startedAt = performance.now()
      expect((await store.changeDrop(drop.id, {}, () => ({ result: undefined }))).ok).toBe(true)
      const waitedMs = performance.now() - startedAt
      expect(waitedMs).toBeGreaterThan(500)
      expect(waitedMs).toBeLessThan(2_000)
      await Promise.all(frozen.map((client) => client.end().catch(() => {})))
    }))

  test('makes a change again whose transaction Postgres ended while this process did nothing', () =>
    withStorage(preparedPostgresDatabase, async ({ store }) => {
      const { drop } = await putDrop(store)
      let decisions = 0
      const changed = await store.changeDrop(drop.id, {}, () => {
        // As if the process was frozen.
        if (++decisions === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
        return { update: { drops: [{ ...drop, title: 'Changed once' }] }, result: decisions }
      })
      expect(changed).toEqual({ ok: true, value: 2 })
      expect((await store.drops([drop.id])).get(drop.id)?.title).toBe('Changed once')
    }))

  test('answers a change that waits for a lock for five seconds that the store is unavailable', () =>
    withStorage(preparedPostgresDatabase, async ({ store }, { url }) => {
      const { drop } = await putDrop(store)
      const client = await lockDrops(url)
      const startedAt = performance.now()
      const change = store.changeDrop(drop.id, {}, () => ({ result: undefined }))
      await expect(change).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
      expect(performance.now() - startedAt).toBeLessThan(6_000)
      await client.query('rollback')
    }))

  test('that holds a lock too long is an error too', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { drop } = await putDrop(store)
        const client = await lockDrops(url)
        const change = store.changeDrop(drop.id, {}, () => ({ result: undefined }))
        await expect(change).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
        await client.query('rollback')
        expect((await store.changeDrop(drop.id, {}, () => ({ result: undefined }))).ok).toBe(true)
      },
      { statementTimeoutMs: 300 },
    ))

  test('uses the connection of failed reads of one snapshot for other reads', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { owner, drop } = await putDrop(store)
        const client = await admin(url)
        await client.query('begin')
        await client.query('lock table drops in access exclusive mode')
        const unavailable = { name: 'StoreUnavailable', retryable: true }
        await expect(store.dropState(drop.id, {})).rejects.toMatchObject(unavailable)
        await client.query('rollback')
        expect(await store.apiKey(sampleApiKey(owner, 1).id)).toBeUndefined()
        expect((await store.drops([drop.id])).get(drop.id)).toEqual(drop)
      },
      { maxConnections: 1, pollEveryMs: 60_000 },
    ))

  test('with another default isolation level keeps the limits per user', () =>
    onDatabase(preparedPostgresDatabase, async (database) => {
      const client = await admin(database.url)
      const name = new URL(database.url).pathname.slice(1)
      await client.query(`alter database "${name}" set default_transaction_isolation = 'repeatable read'`)
      const { store, close } = await database.open()
      const { owner } = await putDrop(store)
      const add = (_: unknown, n: number) =>
        store.changeUser(
          owner.id,
          (_user, count) =>
            count < 3
              ? { insert: { apiKeys: [sampleApiKey(owner, n)] }, result: undefined }
              : { result: undefined },
          { of: 'apiKeys', most: 3 },
        )
      await Promise.all(Array.from({ length: 20 }, add))
      expect(await store.apiKeys(owner.id)).toHaveLength(3)
      await close()
    }))

  test('repeats a change that another one was in the way of', () =>
    withStorage(preparedPostgresDatabase, async ({ store }, { url }) => {
      const { drop } = await putDrop(store)
      const client = await admin(url)
      await client.query(`
        create table fuse (burnt boolean);
        create sequence tries;
        create function fail_once() returns trigger language plpgsql as
          $$ begin
            if nextval('tries') < 3 then raise exception 'try again' using errcode = '40P01'; end if;
            return null;
          end $$;
        create trigger fail_once after insert on claims for each statement execute function fail_once()`)
      let decisions = 0
      const changed = await store.changeDrop(drop.id, {}, () => {
        decisions++
        return { insert: { claims: [sampleClaim(drop, 1)] }, result: decisions }
      })
      expect(changed).toEqual({ ok: true, value: 3 })
      expect(await store.listClaims({}, { limit: 5 })).toHaveLength(1)
    }))
})

test('several reads see one snapshot', () =>
  onDatabase(preparedPostgresDatabase, async ({ url }) => {
    const database = await openPostgres({ ...OPTIONS, url, maxConnections: 2 })
    const client = await admin(url)
    await client.query('create table seen (n integer)')
    const count = postgresDialect.statement('count_seen', 'select count(*)::int as n from seen')
    const wait = postgresDialect.statement('wait_a_little', 'select pg_sleep(1)')
    const reading = database.readTogether(
      [count, wait, count].map((statement) => ({ statement, values: [] })),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    await client.query('insert into seen values (1)')
    const [before, , after] = await reading
    expect([before, after]).toEqual([[{ n: 0 }], [{ n: 0 }]])
    const [[later] = []] = await database.readTogether([{ statement: count, values: [] }])
    expect(later).toEqual({ n: 1 })
    await database.close()
  }))

describe('one caller with many calls', () => {
  const callers = new AsyncLocalStorage<string>()
  const owner = () => callers.getStore()

  test('waits for the lock of a drop on one connection, and others are served meanwhile', () =>
    withStorage(
      preparedPostgresDatabase,
      async ({ store }, { url }) => {
        const { owner: user, drop } = await putDrop(store)
        const client = await admin(url)
        await client.query('begin')
        await client.query('select 1 from drops where id = $1 for update', [drop.id])
        const change = (n: number) =>
          store.changeDrop(drop.id, { hasMoney: true }, () => ({
            update: { drops: [{ ...drop, title: `${n}` }] },
            result: n,
          }))
        const many = Array.from({ length: 100 }, (_, n) => n)
        const changing = callers.run('many', () => Promise.all(many.map(change)))
        const waiting = async () => {
          const found = await client.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return found.rowCount
        }
        await expect.poll(waiting, { interval: 5 }).toBe(1)
        // Few, because the changes are given up after some seconds without the lock.
        for (let time = 0; time < 3; time++) {
          expect((await callers.run('other', () => store.users([user.id]))).size).toBe(1)
          // None waits if a wait has just been given up for the next one.
          expect(await waiting()).toBeLessThanOrEqual(1)
        }
        await client.query('rollback')
        expect(await changing).toEqual(many.map((value) => ({ ok: true, value })))
      },
      { maxConnections: 4, owner },
    ))

  test.each([
    ['changes of a drop', 'change'],
    ['reads', 'read'],
    ['long reads', 'readLong'],
  ] as const)('does not delay the %s of another by more than one of its own', (_, kind) =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const database = await openPostgres({ ...OPTIONS, url, connectTimeoutMs: 10_000, owner })
      const statement = postgresDialect.statement('a_little_work', 'select pg_sleep(0.01)')
      const load = { statement, values: [] }
      const decide = () => ({ writes: [], hasEvents: false, result: undefined })
      const calls = {
        change: () => database.change([load], decide, { locks: 'drop/1' }),
        read: () => database.read(load),
        readLong: () => database.read({ ...load, isLong: true }),
      }
      const served: string[] = []
      const call = (caller: string) =>
        callers.run(caller, async () => {
          await calls[kind]()
          served.push(caller)
        })
      await Promise.all(['many', 'many', 'many', 'many', 'many', 'many', 'other', 'other'].map(call))
      expect(served.slice(0, 6).filter((caller) => caller === 'other')).toHaveLength(2)
      expect(served.slice(0, 4)).toContain('other')
      await database.close()
    }),
  )

  test('does not delay what several callers share', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const database = await openPostgres({ ...OPTIONS, url, connectTimeoutMs: 10_000, owner })
      const statement = postgresDialect.statement('a_little_work', 'select pg_sleep(0.01)')
      const load = { statement, values: [] }
      const shared = {
        read: () => database.read({ ...load, isShared: true }),
        change: () =>
          database.change([load], () => ({ writes: [], hasEvents: false, result: [] }), { isShared: true }),
      }
      const served: string[] = []
      const note = (name: string) => () => void served.push(name)
      await callers.run('many', () =>
        Promise.all([
          ...Array.from({ length: 6 }, () => database.read(load).then(note('own'))),
          shared.read().then(note('read')),
          shared.change().then(note('change')),
        ]),
      )
      expect(served.slice(0, 4).toSorted()).toEqual(['change', 'own', 'own', 'read'])
      await database.close()
    }))

  test('loses its own newest calls when too many wait', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const database = await openPostgres({ ...OPTIONS, url, connectTimeoutMs: 10_000, owner })
      const statement = postgresDialect.statement('nothing', 'select 1')
      const read = () => database.read({ statement, values: [], isLong: true })
      const many = callers.run('many', () => Promise.allSettled(Array.from({ length: 1_010 }, read)))
      const others = callers.run('other', () => Promise.all(Array.from({ length: 20 }, read)))
      expect((await others).length).toBe(20)
      const outcomes = await many
      const lost = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [n] : []))
      expect(lost).toEqual(Array.from({ length: lost.length }, (_, n) => 1_010 - lost.length + n))
      const reasons = new Set(
        outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])),
      )
      expect([...reasons]).toEqual(['StoreUnavailable: Postgres: 1000 long reads wait already'])
      await database.close()
    }))
})

describe('the settings of connections', () => {
  const settingsOf = async (url: string, names: readonly string[]) => {
    const pool = createPool({ ...OPTIONS, url })
    const answers = await pool.withSession((session) =>
      session.run(names.map((name) => command(`show ${name}`))),
    )
    await pool.close()
    return answers.map(({ rows }, place) => rows[0]?.[names[place] ?? ''])
  }

  test('are not replaced by parameters of the URL, which may add others', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const further =
        '?lock_timeout=0&options=-c%20enable_seqscan%3Don%20-c%20work_mem%3D5MB&application_name=mine'
      const names = ['lock_timeout', 'enable_seqscan', 'work_mem', 'application_name']
      expect(await settingsOf(`${url}${further}`, names)).toEqual(['600ms', 'off', '5MB', 'mine'])
    }))

  test.each([
    ['off', 'on'],
    ['remote_write', 'remote_write'],
  ])('wait for the disk at each commit: synchronous_commit = %s becomes %s', (given, used) =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const options = `?options=-c%20synchronous_commit%3D${given}`
      expect(await settingsOf(`${url}${options}`, ['synchronous_commit'])).toEqual([used])
    }),
  )

  test('have no timeout of the database after which Postgres ends idle connections or whole transactions', () =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const client = await admin(url)
      const { rows } = await client.query<{ name: string }>(
        `select name from pg_settings where name in ('idle_session_timeout', 'transaction_timeout')`,
      )
      const names = rows.map(({ name }) => name)
      const database = escapeIdentifier(new URL(url).pathname.slice(1))
      for (const name of names) await client.query(`alter database ${database} set ${name} = '200ms'`)
      expect(await settingsOf(url, names)).toEqual(names.map(() => '0'))
      const { close } = await openSqlStorage({ url, pollEveryMs: 60_000 })
      const listening = async () =>
        (
          await client.query(
            `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
          )
        ).rows
      await expect.poll(listening).toHaveLength(1)
      const before = await listening()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await listening()).toEqual(before)
      await close()
    }))
})

describe('connections in the pool', () => {
  let server: Server | undefined
  afterEach(() => server?.close())

  const message = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }

  const welcome = message('R', Buffer.alloc(4))
  const ready = message('Z', Buffer.from('I'))
  const farewell = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))

  /** A server that accepts a client and closes the connection at once. */
  const openRudeServer = (): Promise<number> =>
    new Promise((resolve) => {
      const listening = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.end(Buffer.concat([welcome, ready, farewell])))
      })
      server = listening
      listening.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })

  test('a connection that is lost in the moment it is made fails its work, and not the process', async () => {
    const port = await openRudeServer()
    const pool = createPool({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      maxConnections: 1,
      connectTimeoutMs: 2_000,
      statementTimeoutMs: 2_000,
      pollEveryMs: 1_000,
    })
    // An unhandled error would also end this test run.
    for (let time = 0; time < 2; time++) {
      await expect(pool.withSession((session) => session.run([command('select 1')]))).rejects.toThrow()
    }
    await pool.close()
  })
})
