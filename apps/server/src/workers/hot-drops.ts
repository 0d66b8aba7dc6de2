/** A drop with this many claims in one window is hot until the end of the next window. */
const HOT_CLAIMS = 10
const WINDOW_MS = 100

export interface HotDrops {
  /** Counts a claim on a drop. Returns whether this worker gets so many claims on it that they should be routed. */
  countClaim(dropId: string): boolean
}

/**
 * Decides which drops are worth routing. A routed claim costs CPU time for the way to another worker and back. On a hot
 * drop this is worth it, because its batches take turns on one row lock, so that few large batches serve more claims than
 * many small ones.
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
