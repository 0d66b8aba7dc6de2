import type { Drop } from '../../domain/drop.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRequest } from '../../ports/index.ts'

/** Whether a drop was cancelled or deleted, so that money and vault go back once it owes nothing any more. */
export const isCancelledOrDeleted = ({ status, deletedAt }: Pick<Drop, 'status' | 'deletedAt'>): boolean =>
  status === 'CANCELLED' || deletedAt !== null

/** The jobs that clean up a cancelled or deleted drop. They run again whenever the drop may owe less than before. */
export const cleanUpJobs = (
  { id: subject, creatorId: ownerId }: Drop,
  now: Instant,
): readonly JobRequest[] => [
  { kind: 'close_vault', subject, ownerId, dueAt: now },
  { kind: 'wind_up', subject, ownerId, dueAt: now },
]
