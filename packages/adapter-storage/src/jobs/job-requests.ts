import { randomUUID } from 'node:crypto'
import type { JobRequest } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import type { Dialect, Write } from '../database.ts'

/** Job ids are only compared for equality, so any 32 digits will do. */
const newJobId = () => idOf('job', randomUUID().replaceAll('-', ''))

/** The owner of the service's own jobs. Not null, because nulls have no order and owners are found by an ordered index. */
export const NO_OWNER = ''

/** Requests jobs: creates new ones and moves the due time of existing ones forward. */
export function createJobRequests(dialect: Dialect): (jobs: readonly JobRequest[]) => Write {
  const { least } = dialect
  const statement = dialect.insert(
    'request_jobs',
    'jobs',
    { id: 'text', kind: 'text', subject: 'text', owner_id: 'text', due_at: 'integer' },
    `on conflict (kind, subject) do update set
       due_at = ${least}(jobs.due_at, excluded.due_at),
       asked_again_for = case when jobs.leased_until is not null
         then ${least}(coalesce(jobs.asked_again_for, excluded.due_at), excluded.due_at) end`,
  )
  return (jobs) => {
    const earliest = new Map<string, JobRequest>()
    for (const job of jobs) {
      const key = `${job.kind} ${job.subject}`
      const other = earliest.get(key)
      if (!other || job.dueAt < other.dueAt) earliest.set(key, job)
    }
    // All requests use the same order, so that they cannot deadlock.
    const inOrder = [...earliest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, job]) => job)
    const rows = inOrder.map(({ kind, subject, ownerId, dueAt }) => [
      newJobId(),
      kind,
      subject,
      ownerId ?? NO_OWNER,
      dueAt,
    ])
    return { statement, shared: [], rows, mustMatch: false }
  }
}
