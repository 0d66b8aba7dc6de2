import type { Drop } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import type { Instant } from '../../domain/instant.ts'
import type { JobRequest } from '../../ports/index.ts'

/** Whether a drop was cancelled or deleted, so that money and vault go back once it owes nothing any more. */
export const isCancelledOrDeleted = ({ status, deletedAt }: Pick<Drop, 'status' | 'deletedAt'>): boolean =>
  status === 'CANCELLED' || deletedAt !== null

/**
 * Whether no paid item of the drop can be claimed, so that its money goes back: also on a drop that has ended or has become
 * free, although its owner can change that.
 */
export const isClosedToBuyers = (drop: Drop, now: Instant): boolean =>
  isCancelledOrDeleted(drop) || drop.price === null || statusAt(drop, now) === 'ENDED'

/**
 * The jobs that clean up a drop; none while its buyers can claim. They run again whenever the drop may owe less than before.
 * The vault of a drop that was neither cancelled nor deleted stays open.
 */
export function cleanUpJobs(drop: Drop, now: Instant): readonly JobRequest[] {
  const { id: subject, creatorId: ownerId } = drop
  const refunds = { kind: 'wind_up', subject, ownerId, dueAt: now } as const
  if (isCancelledOrDeleted(drop)) return [{ kind: 'close_vault', subject, ownerId, dueAt: now }, refunds]
  const hasSold = drop.price !== null || drop.payments.received > 0n
  return hasSold && isClosedToBuyers(drop, now) ? [refunds] : []
}
