const FAILURES_TO_PAUSE = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** The permission to make one call. What became of it must be said once. */
interface Passage {
  succeeded(): void
  failed(): void
}

export interface Pause {
  /** Null: do not call. */
  enter(): Passage | null
}

/**
 * Keeps calls away from an endpoint after five failures without a success between them: for a second, then twice as long
 * each time, up to 30 s. After a pause, one call goes through and decides.
 */
export function createPause(monotonicNow: () => number): Pause {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  let endsAtMs = Number.NEGATIVE_INFINITY
  let isProbing = false

  const isPaused = () => failures >= FAILURES_TO_PAUSE

  return {
    enter() {
      if (isPaused() && (isProbing || monotonicNow() < endsAtMs)) return null
      const isProbe = isPaused()
      isProbing = isProbe
      return {
        succeeded() {
          // A call that began before the pause says nothing of now.
          if (isPaused() && !isProbe) return
          isProbing = false
          failures = 0
          pauseMs = FIRST_PAUSE_MS
        },
        failed() {
          if (isPaused() && !isProbe) return
          failures++
          if (!isPaused()) return
          if (isProbe) pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
          isProbing = false
          endsAtMs = monotonicNow() + pauseMs
        },
      }
    },
  }
}
