import type { Instant } from '../domain/instant.ts'

/** Makes what ids are built from. */
export interface Ids {
  /**
   * 32 lower-case hex digits that were never given before. They begin with `now`, so that later ids sort after earlier
   * ones (RFC 9562, UUID version 7, without dashes), and end in at least 62 random bits.
   */
  next(now: Instant): string
}
