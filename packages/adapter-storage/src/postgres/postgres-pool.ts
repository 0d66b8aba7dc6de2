import type { Log } from '@dropkit/core'
import { type CurrentBudget, createFairSlots } from '@dropkit/core/internal'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Load, Parameter, Query, Write } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { bindable, columnArrays, leavesConnectionUsable, postgresDialect } from './postgres-dialect.ts'
import { type Answer, type GroupStatement, runGroup, textTypes } from './statement-group.ts'

export interface PostgresOptions {
  readonly url: string
  readonly log?: Log | undefined
  readonly maxConnections: number
  /** The maximum time to wait for a connection. */
  readonly connectTimeoutMs: number
  /** The maximum duration of a statement, except for long reads. A server that does not answer for longer counts as lost. */
  readonly statementTimeoutMs: number
  /** How often to check the event log for new events. */
  readonly pollEveryMs: number
  readonly onStatement?: ((name: string) => void) | undefined
  /** The budget of the request for which reads are counted. */
  readonly budget?: CurrentBudget | undefined
  /** The owner in whose turn the current call gets a connection. */
  readonly owner?: (() => string | undefined) | undefined
}

// Every statement here is written to look up rows by an index. A plan from when a table was small or its statistics were
// old must not scan a table that has since grown to millions of rows.
const PLANNING = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
  'enable_material=off',
  'plan_cache_mode=force_generic_plan',
  'max_parallel_workers_per_gather=0',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/**
 * A process that is frozen between two statements of a transaction (by its machine, a debugger or a stop signal) holds its
 * locks for this long, and then other processes continue. A transaction never waits for anything but Postgres: decisions
 * take milliseconds.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 800

/**
 * A frozen process may have one transaction that holds a lock and others that wait for it. The waiting ones end before
 * Postgres ends the first one, so that the lock does not pass from one to the next. It may pass once, to a transaction that
 * has waited in two queues, because Postgres limits the wait in each queue. Other processes therefore wait for a frozen
 * process for at most two idle timeouts, and then for the changes that waited before them: two seconds together.
 */
const MAX_LOCK_WAIT_MS = 0.75 * MAX_IDLE_IN_TRANSACTION_MS

/**
 * A server that does not answer for this much longer than a statement may take counts as lost. If its machine disappears
 * without closing its connections, only this frees them.
 */
const SILENCE_MS = 5_000

/** The time after which the system asks whether the server of an idle connection is still there. */
const ASK_IDLE_SERVER_AFTER_MS = 5_000

/** Parameters of the URL that would replace settings on which the store depends. */
const REPLACED = /^(options|statement_timeout|lock_timeout|idle_in_transaction_session_timeout)=/

export function connectionConfig(options: PostgresOptions): PoolConfig {
  const [address = '', ...rest] = options.url.split('?')
  const parameters = rest.join('?')
  const kept = parameters.split('&').filter((parameter) => !REPLACED.test(parameter))
  const given = new URLSearchParams(parameters).get('options')
  return {
    connectionString: [address, kept.join('&')].filter((part) => part !== '').join('?'),
    connectionTimeoutMillis: options.connectTimeoutMs,
    // The server stops slow statements. If the server does not answer at all, the client stops waiting a little later.
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
    lock_timeout: MAX_LOCK_WAIT_MS,
    query_timeout: options.statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_IDLE_SERVER_AFTER_MS,
    application_name: 'dropkit',
    // Of two values of one setting, the last one counts.
    options: given ? `${given} ${PLANNING}` : PLANNING,
    types: textTypes,
  }
}

/**
 * A crash of Postgres must not undo a commit: a refund that was already sent would be sent again. All other values of
 * `synchronous_commit` wait for the disk.
 */
const WAIT_FOR_DISK: GroupStatement = {
  name: null,
  isPlannedAnew: false,
  text: `select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') = 'off'`,
  values: [],
}

/**
 * Removes timeouts that an administrator has set for the database or its user, from a connection or only from its transaction.
 * Old versions of Postgres do not have all of them.
 */
export const withoutTimeouts = (
  timeouts: readonly ('idle_in_transaction_session' | 'idle_session' | 'statement' | 'transaction')[],
  { inTransaction }: { readonly inTransaction: boolean },
): string =>
  `select set_config(name, '0', ${inTransaction})
   from unnest(array[${timeouts.map((timeout) => `'${timeout}_timeout'`).join(', ')}]) as name
   where current_setting(name, true) is not null`

/** Otherwise a call may get a connection in the moment in which Postgres ends it because it was idle. */
export const KEEP_CONNECTION = withoutTimeouts(['idle_session', 'transaction'], { inTransaction: false })

/** A statement without parameters, prepared under its own text. */
export const command = (text: string): Query => ({
  statement: postgresDialect.statement(text, text),
  values: [],
})

const ROLLBACK = command('rollback')

/** The maximum number of calls that wait for a connection. */
const MOST_WAITING = 10_000

/** Background work, which bounds itself, takes its turns as one owner. */
export const NO_OWNER = 'none'

/** A connection that one task uses exclusively. */
export interface Session {
  /**
   * Runs the steps in one round trip. After a statement fails, the later ones are not run. `longestMs` is the time that the
   * server may take for a statement, if it is not the usual one.
   */
  run(steps: readonly (Load | Write)[], longestMs?: number): Promise<readonly Answer[]>
}

export interface PostgresPool {
  /**
   * Gives a connection to `work`, when it is the turn of its owner. If `work` fails, its transaction is rolled back. The
   * default owner is that of the current call.
   */
  withSession<T>(work: (session: Session) => Promise<T>, owner?: string): Promise<T>
  /** Call this when no session is in use any more. */
  close(): Promise<void>
}

export function createPool(options: PostgresOptions): PostgresPool {
  const { log, onStatement } = options
  // Each group of statements has its own timeout.
  const pool = new Pool({
    ...connectionConfig(options),
    query_timeout: undefined,
    max: options.maxConnections,
    onConnect: async (client) => {
      const keep: GroupStatement = { ...WAIT_FOR_DISK, text: KEEP_CONNECTION }
      await runGroup(client, [WAIT_FOR_DISK, keep], options.connectTimeoutMs)
    },
  })
  pool.on('error', (cause) => log?.warn('an idle connection to Postgres was lost', { reason: cause.message }))
  // A lost connection also emits an error itself, possibly at the moment it is made and before its user has it. The
  // listener is therefore added at once and stays. Statements on it only fail with the news that it is lost.
  const reasonsOfLoss = new WeakMap<PoolClient, Error>()
  pool.on('connect', (client) => client.on('error', (cause) => reasonsOfLoss.set(client, cause)))

  const sessionOn = (client: PoolClient): Session => ({
    run: (steps, longestMs = options.statementTimeoutMs) => {
      for (const { statement } of steps) onStatement?.(statement.name ?? 'unnamed')
      return runGroup(client, steps.map(groupStatement), longestMs + SILENCE_MS).catch((cause) => {
        throw reasonsOfLoss.get(client) ?? cause
      })
    },
  })

  const inTurn = createOwnerTurns({
    what: 'calls for a connection',
    mostRunning: options.maxConnections,
    mostWaiting: MOST_WAITING,
    longestWaitMs: options.connectTimeoutMs,
  })

  async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const session = sessionOn(client)
    let isUsable = true
    try {
      return await work(session)
    } catch (cause) {
      // This fails if the connection is lost, and then the server rolls back itself.
      const isRolledBack = await session.run([ROLLBACK]).then(
        () => true,
        () => false,
      )
      isUsable = isRolledBack && leavesConnectionUsable(cause)
      throw cause
    } finally {
      client.release(!isUsable)
    }
  }

  return {
    withSession: (work, owner = options.owner?.() ?? NO_OWNER) => inTurn(owner, () => inSession(work)),
    close: () => pool.end(),
  }
}

function groupStatement(step: Load | Write): GroupStatement {
  const { name, text, isPlannedAnew } = step.statement
  const values =
    'rows' in step ? [...step.shared.map(bindable), ...columnArrays(step.rows)] : valuesOf(step).map(bindable)
  return { name, text, isPlannedAnew, values }
}

export function valuesOf(load: Load): readonly Parameter[] {
  if (!('parents' in load)) return load.values
  const width = load.parents[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, place) =>
    load.parents.map((parent) => parent[place] ?? null),
  )
  return [...columns, ...load.shared]
}

interface OwnerTurnsOptions {
  /** What waits, for the message: "long reads". */
  readonly what: string
  readonly mostRunning: number
  /** The maximum number of waiting tasks. The newest one of the owner with the most is rejected. */
  readonly mostWaiting: number
  readonly longestWaitMs: number
}

/** Runs a few tasks at a time. Owners take turns, so that one with many tasks delays others by one. */
export type InTurn = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** A task that waits too long, or behind too many others of its owner, is rejected as unavailable. */
export function createOwnerTurns({
  what,
  mostRunning,
  mostWaiting,
  longestWaitMs,
}: OwnerTurnsOptions): InTurn {
  const inSlot = createFairSlots({ mostRunning, mostWaiting })
  const refusal = (reason: string) => new StoreUnavailable(`Postgres: ${reason}`, { retryable: true })

  return (owner, work) =>
    new Promise((resolve, reject) => {
      let hasGivenUp = false
      let waiting: NodeJS.Timeout | undefined
      let hasBegun = false
      const begin = async () => {
        hasBegun = true
        clearTimeout(waiting)
        if (!hasGivenUp) await work().then(resolve, reject)
        return true
      }
      const giveUp = () => {
        hasGivenUp = true
        reject(refusal(`other ${what} have taken ${longestWaitMs} ms`))
      }
      void inSlot(owner, begin).then((hasRun) => {
        if (hasRun) return
        clearTimeout(waiting)
        reject(refusal(`${mostWaiting} ${what} wait already`))
      })
      if (!hasBegun) waiting = setTimeout(giveUp, longestWaitMs)
    })
}

/** Runs one task of a record at a time. */
export function createRecordTurns(
  options: Omit<OwnerTurnsOptions, 'mostRunning'>,
): <T>(record: string, owner: string, work: () => Promise<T>) => Promise<T> {
  const turnsOf = new Map<string, { readonly inTurn: InTurn; tasks: number }>()
  return async (record, owner, work) => {
    const turns = turnsOf.get(record) ?? {
      inTurn: createOwnerTurns({ ...options, mostRunning: 1 }),
      tasks: 0,
    }
    turnsOf.set(record, turns)
    turns.tasks++
    try {
      return await turns.inTurn(owner, work)
    } finally {
      turns.tasks--
      if (turns.tasks === 0) turnsOf.delete(record)
    }
  }
}
