import type { Log } from '@dropkit/core'
import type { CurrentBudget } from '@dropkit/core/internal'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Load, Parameter, Query, Write } from '../database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { leavesConnectionUsable } from './postgres-errors.ts'
import { bindable, columnArrays } from './postgres-values.ts'
import { type Answer, type GroupStatement, runGroup, textTypes } from './statement-group.ts'

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

/** A server that has not answered for so long is gone. */
const silenceTimeoutMs = ({ statementTimeoutMs }: PostgresOptions): number => statementTimeoutMs + 5_000

export const connectionConfig = (options: PostgresOptions): PoolConfig => ({
  connectionString: options.url,
  connectionTimeoutMillis: options.connectTimeoutMs,
  // The server ends what takes too long; where nothing comes back at all, this side does, a little later.
  statement_timeout: options.statementTimeoutMs,
  idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
  lock_timeout: MAX_LOCK_WAIT_MS,
  query_timeout: silenceTimeoutMs(options),
  keepAlive: true,
  application_name: 'dropkit',
  options: PLANNING,
  types: textTypes,
})

/** A statement without parameters that is prepared under its own text. */
export const command = (text: string): Query => ({
  statement: postgresDialect.statement(text, text),
  values: [],
})

/** A connection for as long as one piece of work holds it. */
export interface Session {
  /** One round trip. After a statement that fails, none of the later ones is run. */
  run(steps: readonly (Load | Write)[]): Promise<readonly Answer[]>
}

export interface PostgresPool {
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Call it once nothing holds a session any more. */
  close(): Promise<void>
}

export function createPool(options: PostgresOptions): PostgresPool {
  const { log, onStatement } = options
  // Each group of statements has a timeout of its own.
  const dropState = new Pool({
    ...connectionConfig(options),
    query_timeout: undefined,
    max: options.maxConnections,
  })
  dropState.on('error', (cause) =>
    log?.warn('an idle connection to Postgres was lost', { reason: cause.message }),
  )
  // A lost connection says so on itself too, besides failing what was sent on it. It may do so in the very moment in
  // which it is made, before whoever waits for it has it: the listener is there from the beginning, and stays.
  dropState.on('connect', (client) => client.on('error', () => undefined))

  const sessionOn = (client: PoolClient): Session => ({
    run: (steps) => {
      for (const { statement } of steps) onStatement?.(statement.name ?? 'unnamed')
      return runGroup(client, steps.map(groupStatement), silenceTimeoutMs(options))
    },
  })

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
