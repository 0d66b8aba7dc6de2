import type { Instant, Retention, RetentionKind } from '@dropkit/core'
import { LOG_REMOVED_KEY, readRemovedLog, unreachable, writeRemovedLog } from '@dropkit/core/internal'
import type { MemoryState } from './memory-state.ts'

interface Over {
  readonly at: number
  readonly remove: () => void
}

export const createMemoryRetention = (state: MemoryState): Retention => ({
  async deleteExpired(kind, by, limit) {
    if (kind === 'events') return removeBeginning(state, by, limit)
    const over = everythingOf(state, kind)
      .filter(({ at }) => at <= by)
      .sort((one, other) => one.at - other.at)
      .slice(0, limit)
    for (const { remove } of over) remove()
    return over.length
  },
})

/** Removed events leave empty positions, so that the other events keep theirs. */
function removeBeginning(state: MemoryState, by: Instant, limit: number): number {
  const delivered = [...state.deliveries.values()].map(({ delivery }) => delivery.position)
  const end = Math.min(state.dispatchedUpTo + 1, state.events.length, ...delivered)
  const removed = readRemovedLog(state.texts.get(LOG_REMOVED_KEY)).upTo
  let position = removed
  while (position + 1 < end && position - removed < limit && (state.events[position]?.at ?? by) <= by)
    delete state.events[position++]
  if (position > removed) state.texts.set(LOG_REMOVED_KEY, writeRemovedLog({ upTo: position, by }))
  return position - removed
}

function everythingOf(state: MemoryState, kind: Exclude<RetentionKind, 'events'>): readonly Over[] {
  switch (kind) {
    case 'deliveries':
      return [...state.deliveries].map(([id, { delivery }]) => ({
        at: delivery.state.kind === 'waiting' ? Number.POSITIVE_INFINITY : delivery.state.at,
        remove: () => void state.deliveries.delete(id),
      }))
    case 'sessions':
      return [...state.sessions.all()].map(({ id, expiresAt }) => ({
        at: expiresAt,
        remove: () => void state.sessions.remove(id, []),
      }))
    case 'challenges':
      return [...state.challenges.all()].map(({ nonce, expiresAt }) => ({
        at: expiresAt,
        remove: () => void state.challenges.remove(nonce, []),
      }))
    case 'receipts':
      return [...state.idempotencyRecords].map(([key, { expiresAt }]) => ({
        at: expiresAt,
        remove: () => void state.idempotencyRecords.delete(key),
      }))
    case 'counts':
      return [...state.dropCounts].map(([key, { expiresAt }]) => ({
        at: expiresAt,
        remove: () => void state.dropCounts.delete(key),
      }))
    default:
      return unreachable(kind)
  }
}
