import { BudgetExceeded } from '@dropkit/core/internal'
import {
  type ChangeHints,
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
import { MIGRATIONS_TABLE } from '../migrations/migrate.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import {
  isOutOfIdleTime,
  isOutOfLockTime,
  isOutOfTime,
  isRepeatable,
  postgresDialect,
  translate,
} from './postgres-dialect.ts'
import {
  command,
  createOwnerTurns,
  createPool,
  createRecordTurns,
  NO_OWNER,
  type PostgresOptions,
  type PostgresPool,
  type Session,
} from './postgres-pool.ts'
import { createSequencer, openEventHints } from './postgres-sequencer.ts'
import { createSharedReads } from './postgres-shared-reads.ts'
import { bringUpToDate } from './postgres-tables.ts'
import { type Answer, createEndOfTurn, createGroupedReads } from './statement-group.ts'

const MOST_ATTEMPTS = 6

/** While one transaction is committed, another one is prepared. More would only slow each other down. */
const LANES = 2

/** The maximum number of long reads, and of changes of one record, that wait for their turn. */
const MOST_WAITING = 1_000

/** Calls of several callers that share a connection take turns as owners of their own. */
const SHARED_READS = 'shared reads'
const SHARED_CHANGES = 'shared changes'

/** How often the maximum duration of another statement a long read may take. */
const LONG_READ_FACTOR = 3

/** The longest that a read waits for a lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 1_000

/**
 * How often a change is tried that Postgres ends because of a timeout. After that, about five seconds, the store counts as
 * unavailable.
 */
const MOST_TIMEOUTS = 8

const databaseTime = postgresDialect.statement(
  'database_time',
  'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now',
)

/** Names the isolation level, because a statement after a lock must see what was committed before it. */
const BEGIN = command('begin isolation level read committed')
const BEGIN_SNAPSHOT = command('begin isolation level repeatable read read only')
const COMMIT = command('commit')

/** Fails in a read-only transaction, although it changes nothing. */
const CHECK = command(`select 1 from ${MIGRATIONS_TABLE} where false for update`)

const limits = postgresDialect.statement(
  'limit_transaction',
  `select set_config('statement_timeout', ?1, true), set_config('lock_timeout', ?2, true)`,
)
const limitsOfTransaction = (statementMs: number, lockMs: number): Query => ({
  statement: limits,
  values: [String(statementMs), String(lockMs)],
})

const rowsOf = (answers: readonly Answer[]): Loaded => answers.map(({ rows }) => rows)

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

  /** All calls run through this. The database is closed after they have ended. */
  function tracked<T>(work: () => Promise<T>): Promise<T> {
    if (isClosing) return Promise.reject(new StoreUnavailable('Postgres: closed', { retryable: false }))
    const done = work()
    running.add(done)
    const forget = () => void running.delete(done)
    done.then(forget, forget)
    return done
  }

  const owner = (): string => options.owner?.() ?? NO_OWNER

  const inSession = <T>(work: (session: Session) => Promise<T>, owner?: string): Promise<T> =>
    pool.withSession(work, owner).catch((cause: unknown) => {
      throw cause instanceof BudgetExceeded ? cause : translate(cause)
    })
  const trackedSession = <T>(work: (session: Session) => Promise<T>, owner?: string) =>
    tracked(() => inSession(work, owner))

  const budget = options.budget ?? (() => undefined)
  const run = (load: Load, owner?: string) =>
    trackedSession(async (session) => (await session.run([load]))[0]?.rows ?? [], owner)
  const runTogether = (loads: readonly Load[]) =>
    inSession(async (session) => rowsOf(await session.run(loads)), SHARED_READS)
  const sharedReads = createSharedReads(createGroupedReads(runTogether), createEndOfTurn())

  /** Counts rows that are read for the current request. */
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

  const longReadMs = LONG_READ_FACTOR * options.statementTimeoutMs
  /** Limits long reads, so that they never use all connections. */
  const longReads = createOwnerTurns({
    what: 'long reads',
    mostWaiting: MOST_WAITING,
    longestWaitMs: longReadMs,
    mostRunning: Math.max(1, Math.floor(options.maxConnections / 3)),
  })
  const changesOfRecord = createRecordTurns({
    what: 'changes of this record',
    mostWaiting: MOST_WAITING,
    // Waiting costs no connection. A thousand changes take a few seconds.
    longestWaitMs: 2 * options.connectTimeoutMs,
  })

  const readLong = (query: Load): Promise<readonly Row[]> =>
    longReads(owner(), async () => {
      const spent = budget()
      const limitMs = spent ? Math.max(1, Math.ceil(spent.remainingReadMs())) : longReadMs
      const { rows, ms } = await trackedSession(async (session) => {
        const begunAt = performance.now()
        try {
          const steps = [
            command('begin read only'),
            // A lock timeout does not mean that the query is too slow. The error says that the store is unavailable.
            limitsOfTransaction(limitMs, Math.min(limitMs, LOCK_TIMEOUT_MS)),
            query,
            COMMIT,
          ]
          const [, , answer] = await session.run(steps, limitMs)
          return { rows: answer?.rows ?? [], ms: performance.now() - begunAt }
        } catch (cause) {
          throw spent && isOutOfTime(cause) ? spent.outOfTime() : cause
        }
      })
      spent?.countRead({ rows: rows.length, ms })
      return rows
    })

  async function readEachLong(query: EachQuery): Promise<readonly (readonly Row[])[]> {
    const lists: Row[][] = query.parents.map(() => [])
    if (lists.length === 0) return lists
    for (const row of await readLong(query)) lists[Number(row['parent_place']) - 1]?.push(row)
    return lists
  }

  async function changeOnce<T>(
    session: Session,
    loads: readonly Load[],
    decide: Decide<T>,
  ): Promise<Decided<T>> {
    const [, ...loaded] = await session.run([BEGIN, ...loads])
    const decided = decideOrFail(decide, rowsOf(loaded))
    const { writes } = decided
    // If a write must match, its result is checked before the commit. Otherwise the commit is sent together with the
    // writes.
    if (!writes.some((write) => write.mustMatch)) {
      const answers = await session.run([...writes, COMMIT])
      if (answers.at(-1)?.command !== 'COMMIT')
        throw new Error('invariant broken: a transaction ended without a commit')
      return decided
    }
    const answers = await session.run(writes)
    writes.forEach((write, place) => {
      if (write.mustMatch && answers[place]?.rowCount !== write.rows.length) {
        throw new DecisionFailed(missOf(write))
      }
    })
    await session.run([COMMIT])
    return decided
  }

  async function repeatChange<T>(loads: readonly Load[], decide: Decide<T>, owner: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const decided = await pool.withSession((session) => changeOnce(session, loads, decide), owner)
        if (decided.hasEvents) sequencer.nudge()
        return decided.result
      } catch (cause) {
        if (cause instanceof DecisionFailed) throw cause.reason
        if (isRepeatable(cause) && attempt < MOST_ATTEMPTS) continue
        if ((isOutOfLockTime(cause) || isOutOfIdleTime(cause)) && attempt < MOST_TIMEOUTS) continue
        throw translate(cause)
      }
    }
  }

  function change<T>(
    loads: readonly Load[],
    decide: Decide<T>,
    { locks, isShared = false }: ChangeHints = {},
  ): Promise<T> {
    const turn = isShared ? SHARED_CHANGES : owner()
    if (locks === undefined) return tracked(() => repeatChange(loads, decide, turn))
    // The task whose turn it is does not wait for a connection behind other calls of its owner, because all tasks of the
    // record wait for it.
    const ofRecords = `${turn}, records`
    return tracked(() => changesOfRecord(locks, turn, () => repeatChange(loads, decide, ofRecords)))
  }

  const readTogether = (loads: readonly Load[]): Promise<Loaded> =>
    trackedSession(async (session) => {
      const [, ...read] = await session.run([BEGIN_SNAPSHOT, ...loads, COMMIT])
      return rowsOf(read.slice(0, -1))
    })

  return {
    dialect: postgresDialect,
    lanes: LANES,
    read: (query) =>
      query.isLong
        ? readLong(query)
        : counted(
            () => run(query, query.isShared ? SHARED_READS : undefined),
            ({ length }) => length,
          ),
    readTogether: (loads) => counted(() => readTogether(loads), allRows),
    readEach: (query: EachQuery) =>
      query.isLong ? readEachLong(query) : tracked(() => counted(() => sharedReads(query), allRows)),
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
      await run(CHECK)
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

/** Wraps the error of a decision, so that it is not translated as a database error. */
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
