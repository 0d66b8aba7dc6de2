import { type Drop, type DropStatus, isSoldOut, type Tally } from './drop.ts'
import type { Instant } from './instant.ts'
import type { Refusal } from './refusal.ts'

/** Where a drop can be asked to go by its owner. ENDED may come back, but only with a new deadline. */
const MOVES: { readonly [From in DropStatus]: readonly DropStatus[] } = {
  DRAFT: ['SCHEDULED', 'ACTIVE', 'CANCELLED'],
  SCHEDULED: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['PAUSED', 'ENDED', 'CANCELLED'],
  PAUSED: ['ACTIVE', 'ENDED', 'CANCELLED'],
  SOLD_OUT: ['PAUSED', 'ENDED', 'CANCELLED'],
  ENDED: ['ACTIVE'],
  CANCELLED: [],
}

/** Whether a drop may go from one status to the other. */
export const canMove = (from: DropStatus, to: DropStatus): boolean => MOVES[from].includes(to)

type Scheduled = Pick<Drop, 'status' | 'startsAt' | 'claimDeadline' | 'award'>

/**
 * The status a drop has at an instant, whatever a job has written by then. Reads and claims both ask here,
 * so a late job neither lets anyone in nor keeps anyone out.
 */
export function statusAt(drop: Scheduled, now: Instant): DropStatus {
  if (drop.status === 'DRAFT' || drop.status === 'ENDED' || drop.status === 'CANCELLED') return drop.status
  if (drop.award.kind === 'random' && drop.status === 'SOLD_OUT') return 'SOLD_OUT'
  if (drop.claimDeadline !== null && now >= drop.claimDeadline) return 'ENDED'
  if (drop.status === 'SCHEDULED' && drop.startsAt !== null && now >= drop.startsAt) return 'ACTIVE'
  return drop.status
}

/** True from the start on, and always where no start is set. */
export const hasStarted = (drop: Pick<Drop, 'startsAt'>, now: Instant): boolean =>
  drop.startsAt === null || now >= drop.startsAt

/** Whether a claim could be made now, as far as the drop's own state decides it. */
export const isActiveAt = (drop: Scheduled, now: Instant): boolean =>
  statusAt(drop, now) === 'ACTIVE' && hasStarted(drop, now)

/** Over for good: nothing brings a random drop back, so that its seed can be shown. */
export function isOverForGood(drop: Scheduled, now: Instant): boolean {
  const status = statusAt(drop, now)
  if (status === 'CANCELLED') return true
  return drop.award.kind === 'random' && (status === 'SOLD_OUT' || status === 'ENDED')
}

/** Why the drop's state refuses a claim now, or undefined when it does not. */
export function refusalByStatus(drop: Drop, tally: Tally, now: Instant): Refusal | undefined {
  const status = statusAt(drop, now)
  switch (status) {
    case 'ENDED':
    case 'CANCELLED':
      return { kind: 'drop_ended' }
    case 'SOLD_OUT':
      return { kind: 'drop_sold_out', free: 0n }
    case 'DRAFT':
    case 'PAUSED':
      return { kind: 'drop_not_active', status }
    case 'SCHEDULED':
      return drop.startsAt === null
        ? { kind: 'drop_not_active', status }
        : { kind: 'drop_not_started', startsAt: drop.startsAt }
    case 'ACTIVE':
      if (drop.startsAt !== null && now < drop.startsAt) {
        return { kind: 'drop_not_started', startsAt: drop.startsAt }
      }
      return isSoldOut(drop, tally) ? { kind: 'drop_sold_out', free: 0n } : undefined
  }
}
