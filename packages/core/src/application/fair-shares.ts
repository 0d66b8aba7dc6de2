import type { UserId } from '../domain/ids.ts'

/** Counts slots by owner and limits each owner to a share of the free slots. */
export interface FairShares {
  add(owner: UserId): void
  of(owner: UserId): number
  hasRoom(owner: UserId): boolean
}

/**
 * An owner gets no further slot if it has more than `shareOfFree` times the free ones. A lone owner gets S / (1 + S) of all
 * slots; each further owner gets the same share of what is then free.
 */
export function createFairShares(most: number, shareOfFree: number): FairShares {
  const counts = new Map<UserId, number>()
  let total = 0
  const of = (owner: UserId) => counts.get(owner) ?? 0
  return {
    of,
    add(owner) {
      counts.set(owner, of(owner) + 1)
      total++
    },
    hasRoom: (owner) => total < most && of(owner) < Math.max(1, shareOfFree * (most - total)),
  }
}
