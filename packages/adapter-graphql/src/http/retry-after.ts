const MIN_MS = 100
const MAX_MS = 10_000

/** Requests since the last observation. */
interface Observed {
  readonly admitted: number
  readonly refused: number
}

/** Chooses when rejected clients should retry. */
interface RetryAfter {
  observe(observed: Observed, now: number): void
  /** In milliseconds, with jitter. */
  nextMs(): number
}

/**
 * The number of waiting clients is unknown, but they return when they are told to. While more requests are rejected than
 * admitted, the delay grows until about as many return as can be served; otherwise it shrinks. It changes with the elapsed
 * time, because a longer delay takes effect later. Jitter of up to 100 % keeps clients from returning all at once.
 */
export function createRetryAfter(random: () => number): RetryAfter {
  let delayMs = MIN_MS
  let observedAt: number | undefined
  return {
    observe({ admitted, refused }, now) {
      const elapsedMs = observedAt === undefined ? 0 : now - observedAt
      observedAt = now
      const change = refused > admitted ? elapsedMs : -elapsedMs
      delayMs = Math.min(MAX_MS, Math.max(MIN_MS, delayMs + change))
    },
    nextMs: () => Math.ceil(delayMs * (1 + random())),
  }
}
