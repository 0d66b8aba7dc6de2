import { connect, createServer } from 'node:net'
import { putDrop, sampleClaim } from '@dropkit/testing'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { onDatabase, preparedPostgresDatabase } from '../../test/databases.ts'
import type { Load, Query } from '../database.ts'
import { openSqlStorage } from '../index.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createEndOfTurn, createGroupedReads, runGroup } from './statement-group.ts'

const TIMEOUT_MS = 5_000

const onConnection = (body: (client: Client) => Promise<void>) =>
  onDatabase(preparedPostgresDatabase, async ({ url }) => {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await body(client)
    } finally {
      await client.end()
    }
  })

const statement = (text: string, ...values: string[]) => ({
  name: text.slice(0, 40),
  text,
  values,
  isPlannedAnew: false,
})

/** Counts how often a client waits for Postgres: at each Sync message and at each simple query. */
function countWaits(messages: Buffer): number {
  const types: string[] = []
  for (let place = 0; place < messages.length; place += 1 + messages.readUInt32BE(place + 1)) {
    types.push(String.fromCharCode(messages[place] ?? 0))
  }
  return types.filter((type) => type === 'S' || type === 'Q').length
}

/** A proxy to Postgres that counts the round trips since the last call. */
async function openCounter(url: string) {
  const target = new URL(url)
  const port = Number(target.port || 5432)
  const sent: Buffer[] = []
  const server = createServer((socket) => {
    const postgres = connect(port, target.hostname)
    // The first message of a connection has no type.
    let isStarted = false
    socket.on('data', (data) => {
      if (isStarted) sent.push(data)
      isStarted = true
      postgres.write(data)
    })
    postgres.pipe(socket)
    socket.on('close', () => postgres.destroy())
    for (const end of [socket, postgres]) end.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  target.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: target.href,
    roundTrips: () => countWaits(Buffer.concat(sent.splice(0))),
    close: () => void server.close(),
  }
}

test('a batch of claims takes two round trips, one that reads and one that writes', () =>
  onDatabase(preparedPostgresDatabase, async ({ url }) => {
    const counter = await openCounter(url)
    const storage = await openSqlStorage({ url: counter.url, pollEveryMs: 60_000, maxConnections: 1 })
    const { drop } = await putDrop(storage.store)
    const claim = (first: number) => {
      const claims = Array.from({ length: 100 }, (_, place) => sampleClaim(drop, first + place))
      const wallets = claims.map(({ claimer }) => claimer)
      return storage.store.changeDrop(drop.id, { wallets }, () => ({ insert: { claims }, result: 'done' }))
    }
    await claim(1)
    counter.roundTrips()
    await claim(101)
    expect(counter.roundTrips()).toBe(2)
    await storage.store.dropState(drop.id, { wallets: [] })
    expect(counter.roundTrips()).toBe(1)
    await storage.close()
    counter.close()
  }))

test('a statement gives the same rows when its connection has it prepared already', () =>
  onConnection(async (client) => {
    const select = statement(`select $1::bigint as n, null::text as nothing, '{"a": 1}'::json as json`, '7')
    const rows = [{ n: 7, nothing: null, json: '{"a": 1}' }]
    for (let time = 0; time < 2; time++) {
      expect(await runGroup(client, [select, select], TIMEOUT_MS)).toEqual([
        { command: 'SELECT', rows, rowCount: 1 },
        { command: 'SELECT', rows, rowCount: 1 },
      ])
    }
  }))

test('a statement with `isPlannedAnew` keeps its plan for a quarter of a second', () =>
  onConnection(async (client) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const run = async (isPlannedAnew: boolean) => {
        await runGroup(client, [{ name: 'counted', text: 'select 1', values: [], isPlannedAnew }], TIMEOUT_MS)
        const { rows } = await client.query(
          `select prepare_time::text from pg_prepared_statements where name = 'counted'`,
        )
        return rows
      }
      const first = await run(true)
      vi.advanceTimersByTime(249)
      expect(await run(true)).toEqual(first)
      vi.advanceTimersByTime(2)
      expect(await run(false)).toEqual(first)
      expect(await run(true)).not.toEqual(first)
    } finally {
      vi.useRealTimers()
    }
  }))

test('two statements of one name never answer for each other', () =>
  onConnection(async (client) => {
    const [one, two] = ['select 1 as one', 'select 2 as two'].map((text) => ({
      ...statement(text),
      name: 'shared',
    }))
    if (one === undefined || two === undefined) throw new Error('two statements')
    for (const group of [[one], [one, two, one], [two], [one, one]]) {
      const answers = await runGroup(client, group, TIMEOUT_MS)
      const expected = group.map((sent) => [sent === one ? { one: 1 } : { two: 2 }])
      expect(answers.map(({ rows }) => rows)).toEqual(expected)
    }
  }))

test('nothing is run after a statement that fails', () =>
  onConnection(async (client) => {
    await client.query('create table seen (n integer unique)')
    const insert = statement('insert into seen select $1::integer', '1')
    const group = [statement('begin'), insert, insert, statement('commit')]
    await expect(runGroup(client, group, TIMEOUT_MS)).rejects.toThrow('duplicate key')
    await runGroup(client, [statement('rollback')], TIMEOUT_MS)
    const [count] = await runGroup(client, [statement('select count(*) as n from seen')], TIMEOUT_MS)
    expect(count?.rows).toEqual([{ n: 0 }])
    expect(await runGroup(client, [insert], TIMEOUT_MS)).toMatchObject([{ command: 'INSERT', rowCount: 1 }])
  }))

test('a prepared statement with changed result columns fails once and then returns the new rows', () =>
  onConnection(async (client) => {
    const select = statement('select * from grown')
    await client.query('create table grown as select 1 as a')
    await runGroup(client, [select], TIMEOUT_MS)
    await client.query('alter table grown add b integer')
    await expect(runGroup(client, [select], TIMEOUT_MS)).rejects.toThrow('result type')
    const [answer] = await runGroup(client, [select], TIMEOUT_MS)
    expect(answer?.rows).toEqual([{ a: 1, b: null }])
  }))

test('a connection that does not answer in time is closed', () =>
  onConnection(async (client) => {
    const sleep = runGroup(client, [statement('select pg_sleep(2)')], 50)
    await expect(sleep).rejects.toThrow('no answer within 50 ms')
    await expect(runGroup(client, [statement('select 1')], TIMEOUT_MS)).rejects.toThrow()
  }))

// Reads that begin together on Postgres take one round trip.

const asking = (name: string): Query => ({
  statement: { name, text: '', order: null, isPlannedAnew: false },
  values: [],
})

/** `ran` records the names of each round trip. */
function createReads(failing: (names: readonly string[]) => Error | undefined = () => undefined) {
  const ran: string[][] = []
  const read = createGroupedReads(async (loads: readonly Load[]) => {
    const names = loads.map(({ statement }) => String(statement.name))
    ran.push(names)
    const error = failing(names)
    if (error) throw error
    return names.map((name) => [{ found: name }])
  })
  return { ran, read }
}

test('reads of one task and its microtasks go together, and each gets its own rows', async () => {
  const { ran, read } = createReads()
  const later = Promise.resolve().then(() => read(asking('c')))
  const answers = await Promise.all([read(asking('a')), read(asking('b')), later])
  expect(answers).toEqual([[{ found: 'a' }], [{ found: 'b' }], [{ found: 'c' }]])
  await read(asking('d'))
  expect(ran).toEqual([['a', 'b', 'c'], ['d']])
})

test('a read that fails does not fail the others', async () => {
  const { ran, read } = createReads((names) => (names.includes('bad') ? new Error('it is bad') : undefined))
  const [good, bad] = await Promise.allSettled([read(asking('good')), read(asking('bad'))])
  expect(good).toEqual({ status: 'fulfilled', value: [{ found: 'good' }] })
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'it is bad' } })
  expect(ran).toEqual([['good', 'bad'], ['good'], ['bad']])
})

test('reads are not retried while the store is away', async () => {
  const away = new StoreUnavailable('Postgres: away', { retryable: true })
  const { ran, read } = createReads(() => away)
  const outcomes = await Promise.allSettled([read(asking('a')), read(asking('b'))])
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([away, away])
  expect(ran).toHaveLength(1)
})

test('calls of one turn wait for the same end, and later calls for another one', async () => {
  const endOfTurn = createEndOfTurn()
  const first = endOfTurn()
  expect(endOfTurn()).toBe(first)
  await first
  expect(endOfTurn()).not.toBe(first)
})
