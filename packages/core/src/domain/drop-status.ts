import { type Drop, type DropStatus, isSoldOut, type Tally } from './drop.ts'
import { dropEvent, type NewEvent, type Transition } from './event.ts'
import type { Instant } from './instant.ts'
import type { Refusal } from './refusal.ts'

/** The statuses that an owner can request. ENDED → ACTIVE also requires a new deadline. */
const MOVES: { readonly [From in DropStatus]: readonly DropStatus[] } = {
  DRAFT: ['SCHEDULED', 'ACTIVE', 'CANCELLED'],
  SCHEDULED: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['PAUSED', 'ENDED', 'CANCELLED'],
  PAUSED: ['ACTIVE', 'ENDED', 'CANCELLED'],
  SOLD_OUT: ['PAUSED', 'ENDED', 'CANCELLED'],
  ENDED: ['ACTIVE'],
  CANCELLED: [],
}

/** Whether a drop may change from one status to the other. */
export const canMove = (from: DropStatus, to: DropStatus): boolean => MOVES[from].includes(to)

type Scheduled = Pick<Drop, 'status' | 'startsAt' | 'claimDeadline' | 'award'>

/**
 * The status of a drop at an instant, even if a background job has not written it yet. Reads and claims both use this
 * function, so a late job neither admits nor refuses a claim.
 */
export function statusAt(drop: Scheduled, now: Instant): DropStatus {
  if (drop.status === 'DRAFT' || drop.status === 'ENDED' || drop.status === 'CANCELLED') return drop.status
  if (drop.award.kind === 'random' && drop.status === 'SOLD_OUT') return 'SOLD_OUT'
  if (drop.claimDeadline !== null && now >= drop.claimDeadline) return 'ENDED'
  if (drop.status === 'SCHEDULED' && drop.startsAt !== null && now >= drop.startsAt) return 'ACTIVE'
  return drop.status
}

/** Whether the drop's start has passed. True if the drop has no start. */
export const hasStarted = (drop: Pick<Drop, 'startsAt'>, now: Instant): boolean =>
  drop.startsAt === null || now >= drop.startsAt

/** Whether the drop's own state allows a claim now. */
export const isActiveAt = (drop: Scheduled, now: Instant): boolean =>
  statusAt(drop, now) === 'ACTIVE' && hasStarted(drop, now)

/**
 * Whether nothing can open the drop again, so that a random drop's seed can be published. Only a stored status is final: the
 * deadline can be moved by a change that began before it.
 */
export const isOverForGood = (drop: Pick<Drop, 'award' | 'status'>): boolean =>
  drop.status === 'CANCELLED' || isRandomAndOver(drop)

/** The seed of such a drop is published, so the drop cannot be opened again and its draws cannot change. */
export const isRandomAndOver = ({ award, status }: Pick<Drop, 'award' | 'status'>): boolean =>
  award.kind === 'random' && (status === 'SOLD_OUT' || status === 'ENDED')

/** Whether a drop was cancelled or deleted, so that money and vault go back once it owes nothing any more. */
export const isCancelledOrDeleted = ({ status, deletedAt }: Pick<Drop, 'status' | 'deletedAt'>): boolean =>
  status === 'CANCELLED' || deletedAt !== null

/**
 * Whether no paid item of the drop can be claimed, so that its money goes back: also on a drop that has ended or has become
 * free, although its owner can change that.
 */
export const isClosedToBuyers = (drop: Drop, now: Instant): boolean =>
  isCancelledOrDeleted(drop) || drop.price === null || statusAt(drop, now) === 'ENDED'

/** Why the drop's state refuses a claim now; undefined if it does not. */
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

export type DropChange = Transition<{ readonly drop: Drop }>

/**
 * Applies what is due by time alone: the start of a scheduled drop, and the deadline. Reads do not wait for this (they use
 * `statusAt`), and applying it twice changes nothing.
 */
export function applySchedule(drop: Drop, now: Instant): DropChange {
  const status = statusAt(drop, now)
  if (status === drop.status) return { drop, events: [] }
  const events: NewEvent[] = []
  if (drop.status === 'SCHEDULED') events.push(dropEvent('drop.activated', drop, now, null))
  if (status === 'ENDED') {
    events.push(dropEvent('drop.ended', drop, now, null, { reason: 'deadline' }))
    if (drop.completedAt === null)
      events.push(dropEvent('drop.completed', drop, now, null, { reason: 'ended' }))
  }
  const completedAt = status === 'ENDED' ? (drop.completedAt ?? now) : drop.completedAt
  return { drop: { ...drop, status, completedAt, updatedAt: now }, events }
}

/** When the schedule next changes the drop; null if it never does. */
export function nextScheduledAt(drop: Drop): Instant | null {
  if (drop.status === 'SCHEDULED') return drop.startsAt
  const isLive = drop.status === 'ACTIVE' || drop.status === 'PAUSED' || drop.status === 'SOLD_OUT'
  const isFinal = drop.award.kind === 'random' && drop.status === 'SOLD_OUT'
  return isLive && !isFinal ? drop.claimDeadline : null
}
