import type { Instant } from '../domain/instant.ts'

/** Generates the unique parts of ids. */
export interface Ids {
  /**
   * 32 lower-case hex digits that were never returned before. They begin with `now`, so later ids sort after earlier ones
   * (RFC 9562, UUID version 7, without dashes), and contain at least 62 random bits.
   */
  next(now: Instant): string
}
