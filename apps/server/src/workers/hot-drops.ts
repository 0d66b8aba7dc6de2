/** A drop with so many claims in one window is hot until the end of the next window. */
const HOT_CLAIMS = 10
const WINDOW_MS = 100

export interface HotDrops {
  /** Counts a claim on a drop, and says whether this worker gets claims on it so often that they should be routed. */
  countClaim(dropId: string): boolean
}

/**
 * Tells the drops for which routing pays. A routed claim costs CPU time for the way to the other worker and back. On a hot
 * drop that is worth it: its batches take turns on one row lock, so few large ones serve more claims than many small ones.
 */
export function createHotDrops(monotonicNow: () => number): HotDrops {
  let endsMs = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()
  let countsBefore: ReadonlyMap<string, number> = counts

  return {
    countClaim(dropId) {
      const now = monotonicNow()
      if (now >= endsMs) {
        countsBefore = now < endsMs + WINDOW_MS ? counts : new Map()
        counts = new Map()
        endsMs = now + WINDOW_MS
      }
      const count = (counts.get(dropId) ?? 0) + 1
      counts.set(dropId, count)
      return count >= HOT_CLAIMS || (countsBefore.get(dropId) ?? 0) >= HOT_CLAIMS
    },
  }
}
