import type { Decided, Load, Row } from '../database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { translate, whenFree } from './sqlite-errors.ts'

interface WaitingJob {
  readonly loads: readonly Load[]
  readonly decide: (loaded: readonly (readonly Row[])[]) => Decided<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** After so long a group commits with what it has, so that the process gets round to its other work. */
const LONGEST_GROUP_MS = 20

export interface SqliteWriter {
  change<T>(loads: readonly Load[], decide: (loaded: readonly (readonly Row[])[]) => Decided<T>): Promise<T>
  /** Resolves once everything that was asked for is done. */
  idle(): Promise<void>
}

/**
 * The one writer of this process. All jobs that wait at the same time share one commit: each runs in a savepoint of
 * its own, so that one which fails takes back only itself, and nobody is answered before the commit. When the commit
 * fails, all fail. Nothing is ever waited for: a job that comes alone is committed alone, at once.
 */
export function createWriter(connection: SqliteConnection, onEvents: () => void): SqliteWriter {
  const { raw } = connection
  const waiting: WaitingJob[] = []
  let running: Promise<void> | null = null

  function decided(job: WaitingJob): Decided<unknown> {
    const outcome = job.decide(job.loads.map((load) => connection.all(load)))
    for (const write of outcome.writes) connection.write(write)
    return outcome
  }

  function decidedAlone(
    job: WaitingJob,
  ): { readonly outcome: Decided<unknown> } | { readonly cause: unknown } {
    connection.command('savepoint job')
    try {
      const outcome = decided(job)
      connection.command('release job')
      return { outcome }
    } catch (cause) {
      // A full disk, for one, has rolled back everything already: then the group has failed, not this job alone.
      if (!raw.inTransaction) throw cause
      connection.command('rollback to job')
      connection.command('release job')
      return { cause }
    }
  }

  async function commitGroup(): Promise<void> {
    await whenFree(() => connection.command('begin immediate'))
    const answers: (() => void)[] = []
    const taken: WaitingJob[] = []
    let hasEvents = false
    try {
      const startedAt = performance.now()
      do {
        const job = waiting.shift()
        if (!job) break
        taken.push(job)
        const done = decidedAlone(job)
        if ('cause' in done) {
          const cause = translate(done.cause)
          answers.push(() => job.reject(cause))
        } else {
          hasEvents ||= done.outcome.hasEvents
          answers.push(() => job.resolve(done.outcome.result))
        }
      } while (performance.now() - startedAt < LONGEST_GROUP_MS)
      connection.command('commit')
    } catch (cause) {
      if (raw.inTransaction) connection.command('rollback')
      const error = translate(cause)
      for (const job of taken) job.reject(error)
      return
    }
    for (const answer of answers) answer()
    if (hasEvents) onEvents()
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // What else this turn of the event loop brings in comes along.
      await new Promise((resolve) => setImmediate(resolve))
      try {
        await commitGroup()
      } catch (cause) {
        const error = translate(cause)
        for (const job of waiting.splice(0)) job.reject(error)
      }
    }
    running = null
  }

  return {
    change: <T>(
      loads: readonly Load[],
      decide: (loaded: readonly (readonly Row[])[]) => Decided<T>,
    ): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ loads, decide, resolve: resolve as (result: unknown) => void, reject })
        running ??= drain()
      }),
    idle: async () => {
      while (running) await running
    },
  }
}
