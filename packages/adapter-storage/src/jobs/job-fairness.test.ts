// One user has 100,000 due jobs, some of every kind, and each run takes a while. The server still starts another user's job
// of any kind when it next looks for work.
import { setTimeout as pause } from 'node:timers/promises'
import type { JobKind, JobQueue } from '@dropkit/core'
import { idOf, JOB_KINDS } from '@dropkit/core/internal'
import { createTestService } from '@dropkit/testing'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import { runOnSqlite } from '../../test/query-plans.ts'

const MANY_OF_A_KIND = Math.ceil(100_000 / JOB_KINDS.length)
/** About as long as a run that sends a transaction. */
const RUN_MS = 200
const TEST_LIMIT_MS = 120_000
const [BUSY, VICTIM] = [idOf('user', 'a'.repeat(32)), idOf('user', 'b'.repeat(32))]

/** Jobs that became due within the last three hours. `hex` writes a number with 32 digits. */
const floodOf = (kind: JobKind, now: number, hex: string) =>
  `insert into jobs (id, kind, subject, owner_id, due_at)
   select 'job_${kind}' || n, '${kind}', 'drop_' || ${hex}, '${BUSY}', ${now} - (n * 7919) % 10800000 from
     (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY_OF_A_KIND})
       select n from numbers) as numbers`

const databases = [
  [
    'SQLite',
    sqliteDatabase,
    async (url: string, now: number) =>
      runOnSqlite(
        pathOf(url),
        JOB_KINDS.map((kind) => floodOf(kind, now, `printf('%032x', n)`)),
      ),
  ],
  [
    'Postgres',
    preparedPostgresDatabase,
    async (url: string, now: number) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      for (const kind of JOB_KINDS) await client.query(floodOf(kind, now, `lpad(to_hex(n), 32, '0')`))
      await client.end()
    },
  ],
] as const

/** Runs due jobs as a server does. Notes the jobs of the victim when they start, and counts how often it looked for work. */
async function startServing(jobs: JobQueue) {
  const started = new Map<JobKind, number>()
  const rounds = { count: 0 }
  const instrumentation = {
    here: () => undefined,
    around: async (
      { job }: { readonly job?: { readonly kind: JobKind; readonly ownerId: unknown } },
      work: () => Promise<unknown>,
    ) => {
      if (job?.ownerId === VICTIM) started.set(job.kind, rounds.count)
      else await pause(RUN_MS)
      return work()
    },
    jobEnded: () => undefined,
  }
  const instead = { jobs, ...{ instrumentation } }
  const { ports, dropkit } = await createTestService({ instead })
  const runs = new Set<Promise<void>>()
  let isOver = false
  const begin = () => {
    const looking = (async () => {
      while (!isOver) {
        rounds.count++
        for (const run of await dropkit.startDueJobs()) {
          const tracked: Promise<void> = run.finally(() => runs.delete(tracked))
          runs.add(tracked)
        }
        await pause(10)
      }
      await Promise.all(runs)
    })()
    return async () => {
      isOver = true
      await looking
    }
  }
  return { now: ports.clock.now(), started, rounds, begin }
}

test.each(databases)(
  'on %s, 100,000 due jobs of one user delay no job of another, whatever its kind',
  (_, make, flood) =>
    onDatabase(make, async (database) => {
      const { jobs, close } = await database.open()
      const { now, started, rounds, begin } = await startServing(jobs)
      await flood(database.url, now)
      const end = begin()
      await pause(5 * RUN_MS)
      const waited = new Map<JobKind, number>()
      for (const [n, kind] of JOB_KINDS.entries()) {
        const subject = idOf('drop', `c${String(n).padStart(31, '0')}`)
        await jobs.request([{ kind, subject, ownerId: VICTIM, dueAt: now }])
        const requestedIn = rounds.count
        await expect.poll(() => started.has(kind), { timeout: TEST_LIMIT_MS, interval: 5 }).toBe(true)
        waited.set(kind, (started.get(kind) ?? Number.POSITIVE_INFINITY) - requestedIn)
      }
      await end()
      await close()
      // A round that was under way may have looked before the request.
      expect([...waited].filter(([, count]) => count > 1)).toEqual([])
    }),
  TEST_LIMIT_MS,
)
