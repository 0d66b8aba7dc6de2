import type { CurrentBudget, Log } from '@dropkit/core'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Load, Parameter, Row, Statement, Write } from '../database.ts'
import { leavesConnectionUsable } from './postgres-errors.ts'
import { bindable, columnArrays } from './postgres-values.ts'

export interface PostgresOptions {
  readonly url: string
  readonly log?: Log | undefined
  readonly maxConnections: number
  /** Longest to wait for a connection. */
  readonly connectTimeoutMs: number
  /** Longest that one statement may take; a server that stays silent longer counts as lost. */
  readonly statementTimeoutMs: number
  /** How often to look whether the event log has anything new. */
  readonly pollEveryMs: number
  readonly onStatement?: ((name: string) => void) | undefined
  /** Which request reads are counted for. */
  readonly budget?: CurrentBudget | undefined
}

const INT8 = 20
const JSON_TEXT = 114

// Counters and instants are far below 2^53. JSON stays the text it is until a record is made of it.
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [JSON_TEXT, (text) => text],
])

/** Numbers as numbers, JSON as text. */
export const textTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format as 'text'),
} as NonNullable<PoolConfig['types']>

// Every statement here is written to look rows up by an index, one after another. A plan that was made while a table
// was small, or its statistics old, must not read all of a table that has grown to millions since.
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
 * A process that is frozen between two statements of a transaction (by its machine, a debugger, a stop signal) holds its
 * locks for so long, and others go on. A transaction here never waits for anything but Postgres: what it decides takes
 * milliseconds.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 2_000

/**
 * A frozen process may have one transaction that holds a lock and others that wait for it. Those end before Postgres ends
 * the first one, so that the lock does not pass from one to the next. It may pass once, to one that has waited in two
 * queues: Postgres bounds the wait in each. Others therefore wait for a frozen process for two idle times at most.
 */
const MAX_LOCK_WAIT_MS = 0.75 * MAX_IDLE_IN_TRANSACTION_MS

export const connectionConfig = (options: PostgresOptions): PoolConfig => ({
  connectionString: options.url,
  connectionTimeoutMillis: options.connectTimeoutMs,
  // The server ends what takes too long; where nothing comes back at all, this side does, a little later.
  statement_timeout: options.statementTimeoutMs,
  idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
  lock_timeout: MAX_LOCK_WAIT_MS,
  query_timeout: options.statementTimeoutMs + 5_000,
  keepAlive: true,
  application_name: 'dropkit',
  options: PLANNING,
  types: textTypes,
})

interface Answer {
  readonly rows: readonly Row[]
  readonly rowCount: number
}

/** A connection for as long as one piece of work holds it. */
export interface Session {
  run(load: Load): Promise<Answer>
  write(write: Write): Promise<Answer>
  /** A statement without parameters. */
  command(text: string): Promise<unknown>
}

export interface PostgresPool {
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Call it once nothing holds a session any more. */
  close(): Promise<void>
}

export function createPool(options: PostgresOptions): PostgresPool {
  const { log, onStatement } = options
  // Statements sent together are answered together: a transaction costs two or three round trips in all.
  const dropState = new Pool({ ...connectionConfig(options), max: options.maxConnections, pipeline: true })
  dropState.on('error', (cause) =>
    log?.warn('an idle connection to Postgres was lost', { reason: cause.message }),
  )
  // A lost connection says so on itself too, besides failing what was sent on it. It may do so in the very moment in
  // which it is made, before whoever waits for it has it: the listener is there from the beginning, and stays.
  dropState.on('connect', (client) => client.on('error', () => undefined))

  function sessionOn(client: PoolClient): Session {
    const send = async (statement: Statement, values: unknown[]): Promise<Answer> => {
      const { name, text, isPlannedAnew } = statement
      onStatement?.(name ?? 'unnamed')
      const isPrepared = name !== null && !isPlannedAnew
      const { rows, rowCount } = await client.query<Row>(
        isPrepared ? { name, text, values } : { text, values },
      )
      return { rows, rowCount: rowCount ?? 0 }
    }
    return {
      run: (load) => send(load.statement, valuesOf(load).map(bindable)),
      write: ({ statement, shared, rows }) =>
        send(statement, [...shared.map(bindable), ...columnArrays(rows)]),
      command: async (text) => {
        onStatement?.(text)
        return (await client.query(text)).command
      },
    }
  }

  return {
    withSession: async (work) => {
      const client = await dropState.connect()
      let fault: unknown
      try {
        return await work(sessionOn(client))
      } catch (cause) {
        fault = cause
        throw cause
      } finally {
        const isUsable =
          fault === undefined || leavesConnectionUsable(fault) || client.getTransactionStatus() === 'I'
        client.release(!isUsable)
      }
    },
    close: () => dropState.end(),
  }
}

export function valuesOf(load: Load): readonly Parameter[] {
  if (!('parents' in load)) return load.values
  const width = load.parents[0]?.length ?? 0
  const columns = Array.from({ length: width }, (_, place) =>
    load.parents.map((parent) => parent[place] ?? null),
  )
  return [...columns, ...load.shared]
}

/** Waits for all, since they share a connection; then throws the first failure, which is the cause of the others. */
export async function allAnswered<T>(sent: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(sent)
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
