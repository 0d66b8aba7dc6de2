import type { Instant } from '../domain/instant.ts'

/** The service's time. It does not go backwards by itself. On the fake chain it can be moved forward. */
export interface Clock {
  /** The current time in Unix milliseconds. */
  now(): Instant
}

/** Monotonic elapsed time. A change of the service's clock does not affect it. */
export interface Stopwatch {
  /** Milliseconds since an arbitrary moment. Only the difference between two readings means anything. */
  elapsedMs(): number
}
