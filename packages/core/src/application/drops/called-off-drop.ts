import type { Drop } from '../../domain/drop.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRequest } from '../../ports/index.ts'

/** Whether a drop was cancelled or deleted, so that money and vault go back once it owes nothing any more. */
export const isCalledOff = ({ status, deletedAt }: Pick<Drop, 'status' | 'deletedAt'>): boolean =>
  status === 'CANCELLED' || deletedAt !== null

/** What is to be done about a drop that is called off, and looked at again whenever it may have come to owe less. */
export const jobsWhenCalledOff = ({ id }: Drop, now: Instant): readonly JobRequest[] => [
  { kind: 'close_vault', subject: id, dueAt: now },
  { kind: 'wind_up', subject: id, dueAt: now },
]
