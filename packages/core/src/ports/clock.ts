import type { Instant } from '../domain/instant.ts'

/** The service's time. It never goes backwards by itself; on the fake chain it can be moved forward. */
export interface Clock {
  /** The present instant, in Unix milliseconds. */
  now(): Instant
}
