import { isLeased, type Job, type JobQueue, type JobRequest, LONGEST_DUE_FIRST, NEVER } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import type { JobRow, MemoryState } from './memory-state.ts'
import type { Undo } from './memory-table.ts'

const keyOf = ({ kind, subject }: Pick<JobRequest, 'kind' | 'subject'>): string => `${kind} ${subject}`

/** Creates a job. If it exists, moves its due time forward and records that it was requested again. */
export function requestJob(
  state: MemoryState,
  { kind, subject, ownerId, dueAt }: JobRequest,
  undo: Undo = [],
): void {
  const key = keyOf({ kind, subject })
  const before = state.jobs.get(key)
  undo.push(() => (before ? state.jobs.set(key, before) : state.jobs.delete(key)))
  if (!before) {
    state.jobCount++
    const id = idOf('job', state.jobCount.toString(16).padStart(32, '0'))
    const row: JobRow = {
      id,
      kind,
      subject,
      ownerId,
      dueAt,
      fence: 0,
      attempts: 0,
      memo: null,
      leasedUntil: null,
      askedAgainFor: null,
      failure: null,
    }
    state.jobs.set(key, row)
    return
  }
  const isHeld = before.leasedUntil !== null
  state.jobs.set(key, {
    ...before,
    dueAt: Math.min(before.dueAt, dueAt),
    askedAgainFor: isHeld ? Math.min(before.askedAgainFor ?? dueAt, dueAt) : null,
  })
}

export function createMemoryJobQueue(state: MemoryState): JobQueue {
  const isFree = (row: JobRow, now: number) =>
    row.dueAt <= now && (row.leasedUntil === null || row.leasedUntil <= now)
  const isTakeable = (row: JobRow, now: number, leaseMs: number) =>
    row.dueAt <= now && !isLeased(row.leasedUntil, now, leaseMs)

  const failingJobs = () =>
    [...state.jobs.values()].flatMap(({ kind, subject, ownerId, dueAt, attempts, failure }) =>
      failure === null ? [] : [{ kind, subject, ownerId, dueAt, attempts, failure }],
    )
  const isGivenUp = ({ dueAt }: { readonly dueAt: number }): number => Number(dueAt === NEVER)

  return {
    async request(jobs) {
      for (const job of jobs) requestJob(state, job)
    },

    async take(now, leaseMs, limit, { except, inTurn } = LONGEST_DUE_FIRST) {
      const free = [...state.jobs.values()].filter(
        (row) => isTakeable(row, now, leaseMs) && !except.includes(row.kind),
      )
      const queues = Map.groupBy(free, ({ kind, ownerId }) => `${kind} ${ownerId}`).values()
      const first = [...queues].flatMap((queue) =>
        queue.toSorted((one, other) => one.dueAt - other.dueAt).slice(0, limit),
      )
      const chosen = inTurn(first).slice(0, limit)
      return chosen.map((row) => {
        // This run handles all requests until now; later requests start another run.
        const later = row.askedAgainFor !== null && row.askedAgainFor > now ? row.askedAgainFor : null
        const taken: JobRow = {
          ...row,
          fence: row.fence + 1,
          attempts: row.attempts + 1,
          leasedUntil: now + leaseMs,
          askedAgainFor: later,
        }
        state.jobs.set(keyOf(row), taken)
        return jobOf(taken)
      })
    },

    async finish(job, outcome) {
      const key = keyOf(job)
      const row = state.jobs.get(key)
      if (row?.id !== job.id || row.fence !== job.fence || row.leasedUntil === null) return false
      const asked = row.askedAgainFor
      const ended = { ...row, leasedUntil: null, askedAgainFor: null, failure: null }
      if (outcome.kind === 'again') {
        state.jobs.set(key, {
          ...ended,
          dueAt: asked === null ? outcome.dueAt : Math.min(asked, outcome.dueAt),
          attempts: outcome.failed ? row.attempts : 0,
          memo: outcome.memo === undefined ? row.memo : outcome.memo,
          failure: typeof outcome.failed === 'object' ? outcome.failed : null,
        })
      } else if (outcome.kind === 'failed') {
        const { failure } = outcome
        state.jobs.set(key, { ...ended, dueAt: asked ?? NEVER, attempts: 0, failure })
      } else if (asked === null) state.jobs.delete(key)
      else state.jobs.set(key, { ...ended, dueAt: asked, attempts: 0, memo: null })
      return true
    },

    memoOf: async (kind, subject) => state.jobs.get(keyOf({ kind, subject }))?.memo ?? null,
    async failing({ limit, ...wanted }) {
      return failingJobs()
        .filter(({ kind }) => wanted.kind === undefined || kind === wanted.kind)
        .filter(({ subject }) => wanted.subject === undefined || subject === wanted.subject)
        .sort((one, other) => isGivenUp(other) - isGivenUp(one) || other.attempts - one.attempts)
        .slice(0, limit)
    },
    async countFailing() {
      const groups = Map.groupBy(failingJobs(), ({ kind, failure }) => `${kind} ${failure.class}`)
      return [...groups.values()].flatMap((jobs) =>
        jobs.slice(0, 1).map(({ kind, failure }) => ({ kind, class: failure.class, count: jobs.length })),
      )
    },

    async backlog(now) {
      const due = [...state.jobs.values()].filter((row) => isFree(row, now))
      const oldest = Math.min(now, ...due.map((row) => row.dueAt))
      return { due: due.length, oldestMs: now - oldest }
    },

    async backlogByKind(now) {
      const byKind = Map.groupBy(
        [...state.jobs.values()].filter((row) => isFree(row, now)),
        ({ kind }) => kind,
      )
      return new Map(
        [...byKind].map(([kind, rows]) => [
          kind,
          { due: rows.length, oldestMs: now - Math.min(...rows.map((row) => row.dueAt)) },
        ]),
      )
    },
  }
}

function jobOf(row: JobRow): Job {
  const { leasedUntil, askedAgainFor, failure, ...job } = row
  return job
}
