import type { Drop } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { dropEvent, type NewEvent } from './event.ts'
import type { Instant } from './instant.ts'

/** A drop as it will be, and the events that tell of it. */
export interface DropChange {
  readonly drop: Drop
  readonly events: readonly NewEvent[]
}

/**
 * Writes what time alone has brought about: a scheduled drop's start and a deadline's passing. Reads never wait for
 * it (they ask `statusAt`), and doing it twice changes nothing.
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

/** When the drop's schedule next asks for something to be written; null when it never does. */
export function nextScheduledAt(drop: Drop): Instant | null {
  if (drop.status === 'SCHEDULED') return drop.startsAt
  const isLive = drop.status === 'ACTIVE' || drop.status === 'PAUSED' || drop.status === 'SOLD_OUT'
  const isFinal = drop.award.kind === 'random' && drop.status === 'SOLD_OUT'
  return isLive && !isFinal ? drop.claimDeadline : null
}
