import { unreachable } from '../../domain/unreachable.ts'
import type { Sweeper, SweptKind } from '../../ports/sweeper.ts'
import type { MemoryState } from './memory-state.ts'

interface Over {
  readonly at: number
  readonly remove: () => void
}

export const createMemorySweeper = (state: MemoryState): Sweeper => ({
  async sweep(kind, by, limit) {
    const over = everythingOf(state, kind)
      .filter(({ at }) => at <= by)
      .sort((one, other) => one.at - other.at)
      .slice(0, limit)
    for (const { remove } of over) remove()
    return over.length
  },
})

function everythingOf(state: MemoryState, kind: SweptKind): readonly Over[] {
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
      return [...state.receipts].map(([key, { expiresAt }]) => ({
        at: expiresAt,
        remove: () => void state.receipts.delete(key),
      }))
    default:
      return unreachable(kind)
  }
}
