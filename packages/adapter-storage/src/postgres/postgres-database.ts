import { BudgetExceeded } from '@dropkit/core'
import {
  type Database,
  type Decide,
  type Decided,
  type EachQuery,
  type Load,
  type Loaded,
  missOf,
  type Query,
  type Row,
} from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createBoundedShare } from './bounded-share.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { isOutOfLockTime, isOutOfTime, isRepeatable, translate } from './postgres-errors.ts'
import { openEventHints } from './postgres-event-hints.ts'
import {
  allAnswered,
  createPool,
  type PostgresOptions,
  type PostgresPool,
  type Session,
} from './postgres-pool.ts'
import { createSequencer } from './postgres-sequencer.ts'
import { createSharedReads } from './postgres-shared-reads.ts'
import { bringUpToDate } from './postgres-tables.ts'

const MOST_ATTEMPTS = 6

/** One transaction is prepared here while another one is being committed there; more would only get in each other's way. */
const LANES = 2

/** The longest that a read waits for a lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 1_000

/** How often a change starts anew after it has waited too long for a lock; then the store counts as unavailable. */
const MOST_LOCK_WAITS = 3

const databaseTime = postgresDialect.statement(
  'database_time',
  'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now',
)

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const pool = createPool(options)
  try {
    await bringUpToDate(pool, options)
    return createDatabase(pool, options)
  } catch (cause) {
    await pool.close()
    throw translate(cause)
  }
}

function createDatabase(pool: PostgresPool, options: PostgresOptions): Database {
  const listeners = new Set<() => void>()
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const sequencer = createSequencer(pool, { pollEveryMs: options.pollEveryMs, announce, log: options.log })
  const hints = openEventHints(options, announce)

  let isClosing = false
  const running = new Set<Promise<unknown>>()

  /** Everything goes through here: it is counted until it ends, and fails in our own words. */
  function tracked<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (isClosing) return Promise.reject(new StoreUnavailable('Postgres: closed', { retryable: false }))
    const done = pool.withSession(work).catch((cause: unknown) => {
      throw cause instanceof DecisionFailed || cause instanceof BudgetExceeded ? cause : translate(cause)
    })
    running.add(done)
    const forget = () => void running.delete(done)
    done.then(forget, forget)
    return done
  }

  const budget = options.budget ?? (() => undefined)
  const run = (load: Load) => tracked(async (session) => (await session.run(load)).rows)
  const sharedReads = createSharedReads(run)

  /** Counts what is read for the request that asked. */
  async function counted<T>(read: () => Promise<T>, rowsOf: (value: T) => number): Promise<T> {
    const spent = budget()
    if (!spent) return read()
    spent.remainingReadMs()
    const value = await read()
    spent.countRead({ rows: rowsOf(value), ms: 0 })
    return value
  }
  const allRows = (lists: readonly (readonly Row[])[]): number =>
    lists.reduce((sum, rows) => sum + rows.length, 0)

  /** Long reads never hold all connections. */
  const share = createBoundedShare(Math.max(1, Math.floor(options.maxConnections / 3)))

  const readLong = (query: Query): Promise<readonly Row[]> =>
    share(async () => {
      const spent = budget()
      if (!spent) return run(query)
      const limitMs = Math.max(1, Math.ceil(spent.remainingReadMs()))
      return tracked(async (session) => {
        const begunAt = performance.now()
        try {
          const [, , , rows] = await allAnswered<unknown>([
            session.command('begin read only'),
            session.command(`set local statement_timeout = ${limitMs}`),
            // Waiting for a lock says nothing about the query: the answer is that the store is unavailable.
            session.command(`set local lock_timeout = ${Math.min(limitMs, LOCK_TIMEOUT_MS)}`),
            session.run(query).then((answer) => answer.rows),
            session.command('commit'),
          ])
          const found = rows as readonly Row[]
          spent.countRead({ rows: found.length, ms: performance.now() - begunAt })
          return found
        } catch (cause) {
          if (cause instanceof BudgetExceeded) throw cause
          await session.command('rollback').catch(() => undefined)
          throw isOutOfTime(cause) ? spent.outOfTime() : cause
        }
      })
    })

  async function changeOnce<T>(
    session: Session,
    loads: readonly Load[],
    decide: Decide<T>,
  ): Promise<Decided<T>> {
    const [, ...loaded] = await allAnswered([
      session.command('begin'),
      ...loads.map((load) => session.run(load).then(({ rows }) => rows)),
    ])
    const decided = decideOrFail(decide, loaded as Loaded)
    const { writes } = decided
    const sent = writes.map((write) => session.write(write))
    // A write that must find what it changes is looked at before the commit; otherwise that is sent along, and becomes
    // a rollback by itself when a write before it fails.
    if (!writes.some((write) => write.mustMatch)) {
      const [tag] = await allAnswered<unknown>([...sent, session.command('commit')]).then((all) =>
        all.slice(-1),
      )
      if (tag !== 'COMMIT') throw new Error('invariant broken: a transaction ended without a commit')
      return decided
    }
    const answers = await allAnswered(sent)
    writes.forEach((write, place) => {
      if (write.mustMatch && answers[place]?.rowCount !== write.rows.length) {
        throw new DecisionFailed(missOf(write))
      }
    })
    await session.command('commit')
    return decided
  }

  async function change<T>(loads: readonly Load[], decide: Decide<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const decided = await tracked(async (session) => {
          try {
            return await changeOnce(session, loads, decide)
          } catch (cause) {
            // Where the connection is gone this fails too, and the server has rolled back by itself.
            await session.command('rollback').catch(() => undefined)
            if (isRepeatable(cause) && attempt < MOST_ATTEMPTS) return 'again'
            if (isOutOfLockTime(cause) && attempt < MOST_LOCK_WAITS) return 'again'
            throw cause
          }
        })
        if (decided !== 'again') {
          if (decided.hasEvents) sequencer.nudge()
          return decided.result
        }
      } catch (cause) {
        throw cause instanceof DecisionFailed ? cause.reason : cause
      }
    }
  }

  const readTogether = (loads: readonly Load[]): Promise<Loaded> =>
    tracked(async (session) => {
      const [, ...read] = await allAnswered([
        session.command('begin isolation level repeatable read read only'),
        ...loads.map((load) => session.run(load).then(({ rows }) => rows)),
        session.command('commit'),
      ])
      return read.slice(0, -1) as Loaded
    })

  return {
    dialect: postgresDialect,
    lanes: LANES,
    read: (query) =>
      query.isLong
        ? readLong(query)
        : counted(
            () => run(query),
            ({ length }) => length,
          ),
    readTogether: (loads) => counted(() => readTogether(loads), allRows),
    readEach: (query: EachQuery) => counted(() => sharedReads(query), allRows),
    change,
    placeEvents: () => sequencer.placeCommitted(),
    onEvents: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    now: async () => {
      const [row] = await run({ statement: databaseTime, values: [] })
      return Number(row?.['now'])
    },
    check: async () => {
      await tracked((session) => session.command('select 1'))
    },
    close: async () => {
      isClosing = true
      await Promise.allSettled(running)
      await sequencer.close()
      await hints.close()
      await pool.close()
    },
  }
}

/** What a decision threw, carried past the translation of errors: it is not the database's. */
class DecisionFailed extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super('a decision failed')
    this.reason = reason
  }
}

function decideOrFail<T>(decide: Decide<T>, loaded: Loaded): Decided<T> {
  try {
    return decide(loaded)
  } catch (cause) {
    throw new DecisionFailed(cause)
  }
}
