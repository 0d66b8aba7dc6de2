const FAILURES_TO_PAUSE = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** The permission to make one call. The caller must report the result exactly once. */
interface Passage {
  succeeded(): void
  failed(): void
}

export interface Pause {
  /** Null if the call must not be made. */
  enter(): Passage | null
}

/**
 * Stops calls to an endpoint after five consecutive failures: first for a second, then twice as long each time, up to 30 s.
 * After a pause, one call is made, and its result decides.
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
          // The result of a call that started before the pause is ignored.
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
