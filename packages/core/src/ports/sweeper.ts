import type { Instant } from '../domain/instant.ts'

/** What is of no use once it has been over for a while. */
export const SWEPT_KINDS = [
  /** Webhook deliveries that arrived or were given up; over since then. */
  'deliveries',
  /** Sign-ins, over when they expire, also where they were revoked before. */
  'sessions',
  /** Messages for wallets to sign, over when they expire, also where they were used before. */
  'challenges',
  /** Requests with an Idempotency-Key, over when they expire. */
  'receipts',
] as const

/** What is removed for good once it is over. */
export type SweptKind = (typeof SWEPT_KINDS)[number]

/** Removes for good what is over. */
export interface Sweeper {
  /**
   * Removes up to `limit` of one kind that were over by `by`, those first that have been so for longest; gives back how
   * many. What somebody is changing at that moment may be left for the next time.
   */
  sweep(kind: SweptKind, by: Instant, limit: number): Promise<number>
}
