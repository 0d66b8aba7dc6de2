import type { Instant } from '../domain/instant.ts'

/** The service's time. It does not go backwards by itself. On the fake chain it can be moved forward. */
export interface Clock {
  /** The current time in Unix milliseconds. */
  now(): Instant
}
