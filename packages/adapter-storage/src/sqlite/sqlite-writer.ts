import {
  type ChangeHints,
  type Decide,
  type Decided,
  LARGE_CHANGE,
  type Load,
  type Loaded,
} from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { translate, whenFree } from './sqlite-dialect.ts'
import type { WritingThread } from './sqlite-thread.ts'

interface WaitingJob {
  readonly loads: readonly Load[]
  readonly decide: Decide<unknown>
  readonly hasManyRows: boolean
  readonly mayBeLost: boolean
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** From this number of rows on, a job runs on the writing thread. This thread would be blocked for some milliseconds. */
const MANY_ROWS = 1_000

export interface SqliteWriter {
  change<T>(loads: readonly Load[], decide: Decide<T>, hints?: ChangeHints): Promise<T>
  /** Whether the last commit failed, for example because the disk is full or read-only. */
  readonly isFailing: boolean
  /** Resolves when all requested work is done. */
  idle(): Promise<void>
}

interface WriterOptions {
  /** The time after which a group commits, so that the process can do other work. */
  readonly longestGroupMs: number
  /** Throws if the files are not those that were opened. The commit is then not acknowledged. */
  readonly assertIntact: () => void
  /** Called between transactions. The next one waits for the promise that it returns. */
  readonly onCommit: () => Promise<void> | undefined
  /** Called after a commit that added events. */
  readonly onEvents: () => void
}

/**
 * The only writer of this process. All jobs that wait at the same time share one commit: each runs in its own savepoint, so
 * that a failing job undoes only itself, and no job is answered before the commit. If the commit fails, all jobs fail. A
 * single job does not wait: it is committed alone, at once. A commit waits until it is on disk, unless all of its jobs may be
 * lost. The next one that waits brings it to disk, too.
 * A job with many rows (a batch of claims, or claim links) is read, written and committed on a thread; only the decision is
 * made here. In this way the thread's cache also stays valid, because SQLite drops a cache when another connection commits.
 */
export function createWriter(
  connection: SqliteConnection,
  thread: WritingThread,
  { longestGroupMs, assertIntact, onCommit, onEvents }: WriterOptions,
): SqliteWriter {
  const { raw } = connection
  const waiting: WaitingJob[] = []
  let running: Promise<void> | null = null
  let isFailing = false
  let synchronous: 'full' | 'normal' = 'full'

  /** Outside of a transaction only. In `normal`, SQLite keeps the database intact, but a power failure may undo commits. */
  function setSynchronous(mode: 'full' | 'normal'): void {
    if (mode === synchronous) return
    raw.pragma(`synchronous = ${mode}`)
    synchronous = mode
  }

  /** The error for the callers of a commit that failed. */
  function failed(cause: unknown): unknown {
    const error = translate(cause)
    if (error instanceof StoreUnavailable) isFailing = true
    return error
  }

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
      // Some errors, such as a full disk, have already rolled back the transaction. Then the whole group has failed.
      if (!raw.inTransaction) throw cause
      connection.command('rollback to job')
      connection.command('release job')
      return { cause }
    }
  }

  async function commitGroup(): Promise<void> {
    assertIntact()
    const firstLarge = waiting.findIndex(isLarge)
    const together = firstLarge < 0 ? waiting : waiting.slice(0, firstLarge)
    setSynchronous(together.every(({ mayBeLost }) => mayBeLost) ? 'normal' : 'full')
    await whenFree(() => connection.command('begin immediate'))
    const answers: (() => void)[] = []
    const taken: WaitingJob[] = []
    let hasEvents = false
    try {
      const startedAt = performance.now()
      do {
        const [job] = waiting
        // While the database was locked, a job that must not be lost may have joined: it waits for the next commit.
        if (!job || isLarge(job) || (synchronous === 'normal' && !job.mayBeLost)) break
        waiting.shift()
        taken.push(job)
        const done = decidedAlone(job)
        if ('cause' in done) {
          const cause = translate(done.cause)
          answers.push(() => job.reject(cause))
        } else {
          hasEvents ||= done.outcome.hasEvents
          answers.push(() => job.resolve(done.outcome.result))
        }
      } while (performance.now() - startedAt < longestGroupMs)
      connection.command('commit')
      assertIntact()
      // Only a commit that reached the disk shows that the disk works.
      if (synchronous === 'full') isFailing = false
    } catch (cause) {
      if (raw.inTransaction) connection.command('rollback')
      const error = failed(cause)
      for (const job of taken) job.reject(error)
      return
    }
    for (const answer of answers) answer()
    if (hasEvents) onEvents()
  }

  const isLarge = ({ loads, hasManyRows }: WaitingJob): boolean =>
    (hasManyRows || loads.some((load) => 'parents' in load && load.parents.length >= LARGE_CHANGE)) &&
    loads.every(connection.isRead)

  async function commitInThread(job: WaitingJob): Promise<void> {
    try {
      assertIntact()
      const loaded = await thread.lock(job.loads)
      const { writes, hasEvents, result } = await decidedUnderLock(job, loaded)
      await thread.commit(writes, job.hasManyRows)
      assertIntact()
      isFailing = false
      job.resolve(result)
      if (hasEvents) onEvents()
    } catch (cause) {
      job.reject(failed(cause))
    }
  }

  async function decidedUnderLock({ decide }: WaitingJob, loaded: Loaded): Promise<Decided<unknown>> {
    try {
      return decide(loaded)
    } catch (cause) {
      // If this fails, the thread has ended, and its lock is released.
      await thread.unlock().catch(() => {})
      throw cause
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      try {
        const [next] = waiting
        if (next && isLarge(next)) {
          waiting.shift()
          await commitInThread(next)
        } else {
          // Waits for other jobs of this turn of the event loop, so that they share the commit.
          await new Promise((resolve) => setImmediate(resolve))
          await commitGroup()
        }
        await onCommit()
      } catch (cause) {
        const error = failed(cause)
        for (const job of waiting.splice(0)) job.reject(error)
      }
    }
    running = null
  }

  return {
    change: <T>(loads: readonly Load[], decide: Decide<T>, hints?: ChangeHints): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const hasManyRows = (hints?.rows ?? 0) >= MANY_ROWS
        const { mayBeLost = false } = hints ?? {}
        waiting.push({
          loads,
          decide,
          hasManyRows,
          mayBeLost,
          resolve: resolve as (result: unknown) => void,
          reject,
        })
        running ??= drain()
      }),
    get isFailing() {
      return isFailing
    },
    idle: async () => {
      while (running) await running
    },
  }
}
