import { JOB_KINDS, type JobFailureClass, type JobKind, type JobQueue, NEVER } from '@dropkit/core'
import { type Database, type Query, rowsAs } from '../database.ts'
import { AGAIN_IS_HARMLESS, createJobRequests, createJobTake, type JobRow, ownerOf } from './job-take.ts'

interface FailingRow extends Pick<JobRow, 'kind' | 'subject' | 'owner_id' | 'due_at' | 'attempts'> {
  failure_class: JobFailureClass
  failure_reason: string
}

export function createSqlJobQueue(database: Database): JobQueue {
  const { dialect } = database
  const requests = createJobRequests(dialect)

  const isFree = 'due_at <= ?1 and (leased_until is null or leased_until <= ?1)'

  const isHeld = 'id = ?1 and fence = ?2 and subject = ?3 and leased_until is not null'
  const finishForGood = dialect.statement(
    'finish_job',
    `delete from jobs where ${isHeld} and asked_again_for is null returning id`,
  )
  const finishAskedAgain = dialect.statement(
    'finish_job_asked_again',
    `update jobs set due_at = asked_again_for, attempts = 0, memo = null, leased_until = null, asked_again_for = null,
       failure_class = null, failure_reason = null
     where ${isHeld} and asked_again_for is not null
     returning id`,
  )
  const runAgain = dialect.statement(
    'run_job_again',
    `update jobs set
       due_at = ${dialect.least}(?4, coalesce(asked_again_for, ?4)),
       attempts = case when ?5 = 1 then attempts else 0 end,
       memo = case when ?6 = 1 then ?7 else memo end,
       failure_class = ?8,
       failure_reason = ?9,
       leased_until = null,
       asked_again_for = null
     where ${isHeld}
     returning id`,
  )
  const giveUp = dialect.statement(
    'give_up_job',
    `update jobs set
       due_at = coalesce(asked_again_for, ?4),
       attempts = 0,
       failure_class = ?5,
       failure_reason = ?6,
       leased_until = null,
       asked_again_for = null
     where ${isHeld}
     returning id`,
  )
  const failing = dialect.statement(
    'failing_jobs',
    `select kind, subject, owner_id, due_at, attempts, failure_class, failure_reason from jobs
     where failure_class is not null and kind = coalesce(?3, kind)
     order by case when due_at = ?2 then 0 else 1 end, attempts desc limit ?1`,
  )
  const failingOfSubject = dialect.statement(
    'failing_jobs_of_subject',
    `select kind, subject, owner_id, due_at, attempts, failure_class, failure_reason from jobs
     where kind in (${JOB_KINDS.map((kind) => `'${kind}'`).join(', ')}) and subject = ?4
       and failure_class is not null and kind = coalesce(?3, kind)
     order by case when due_at = ?2 then 0 else 1 end, attempts desc limit ?1`,
  )
  const countFailing = dialect.statement(
    'count_failing_jobs',
    `select kind, failure_class, count(*) as count from jobs
     where failure_class is not null group by kind, failure_class`,
  )
  const backlog = dialect.statement(
    'jobs_backlog',
    `select count(*) as due, min(due_at) as oldest from jobs where ${isFree}`,
  )
  const memoOf = dialect.statement('jobs_memo', 'select memo from jobs where kind = ?1 and subject = ?2')
  const backlogByKind = dialect.statement(
    'jobs_backlog_by_kind',
    `select kind, count(*) as due, min(due_at) as oldest from jobs where ${isFree} group by kind`,
  )

  /** Runs statements that change rows and return what they changed. */
  const run = <R>(queries: readonly Query[]): Promise<readonly R[]> =>
    database.change(
      queries,
      (loaded) => ({ writes: [], hasEvents: false, result: loaded.flatMap((rows) => rowsAs<R>(rows)) }),
      AGAIN_IS_HARMLESS,
    )

  return {
    async request(jobs) {
      if (jobs.length === 0) return
      await database.change([], () => ({ writes: [requests(jobs)], hasEvents: false, result: undefined }))
    },
    take: createJobTake(database),
    async finish(job, outcome) {
      const held = [job.id, job.fence, job.subject]
      if (outcome.kind === 'done') {
        const ended = await run([
          { statement: finishForGood, values: held },
          { statement: finishAskedAgain, values: held },
        ])
        return ended.length > 0
      }
      if (outcome.kind === 'failed') {
        const { failure } = outcome
        const values = [...held, NEVER, failure.class, failure.reason]
        return (await run([{ statement: giveUp, values }])).length > 0
      }
      const { dueAt, memo, failed = false } = outcome
      const failure = typeof failed === 'object' ? [failed.class, failed.reason] : [null, null]
      const values = [...held, dueAt, failed ? 1 : 0, memo === undefined ? 0 : 1, memo ?? null, ...failure]
      return (await run([{ statement: runAgain, values }])).length > 0
    },
    async failing({ limit, kind = null, subject = null }) {
      const asked =
        subject === null
          ? { statement: failing, values: [limit, NEVER, kind] }
          : { statement: failingOfSubject, values: [limit, NEVER, kind, subject] }
      const rows = rowsAs<FailingRow>(await database.read(asked))
      return rows.map((row) => ({
        kind: row.kind,
        subject: row.subject,
        ownerId: ownerOf(row),
        dueAt: row.due_at,
        attempts: row.attempts,
        failure: { class: row.failure_class, reason: row.failure_reason },
      }))
    },
    async countFailing() {
      const rows = rowsAs<Pick<FailingRow, 'kind' | 'failure_class'> & { count: number }>(
        await database.read({ statement: countFailing, values: [], isLong: true }),
      )
      return rows.map(({ kind, failure_class, count }) => ({ kind, class: failure_class, count }))
    },
    async backlog(now) {
      const [row] = rowsAs<{ due: number; oldest: number | null }>(
        await database.read({ statement: backlog, values: [now], isLong: true }),
      )
      return { due: row?.due ?? 0, oldestMs: row?.oldest == null ? 0 : now - row.oldest }
    },
    async memoOf(kind, subject) {
      const [row] = rowsAs<{ memo: string | null }>(
        await database.read({ statement: memoOf, values: [kind, subject] }),
      )
      return row?.memo ?? null
    },
    async backlogByKind(now) {
      const rows = rowsAs<{ kind: JobKind; due: number; oldest: number }>(
        await database.read({ statement: backlogByKind, values: [now], isLong: true }),
      )
      return new Map(rows.map(({ kind, due, oldest }) => [kind, { due, oldestMs: now - oldest }]))
    },
  }
}
