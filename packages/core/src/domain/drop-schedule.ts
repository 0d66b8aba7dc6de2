import type { Drop } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { dropEvent, type NewEvent, type Transition } from './event.ts'
import type { Instant } from './instant.ts'

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
