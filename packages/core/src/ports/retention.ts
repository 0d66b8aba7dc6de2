import type { Instant } from '../domain/instant.ts'

/** What is of no use once it has been over for a while. */
export const RETENTION_KINDS = [
  /** Webhook deliveries that arrived or were given up; over since then. */
  'deliveries',
  /** Sign-ins, over when they expire, also where they were revoked before. */
  'sessions',
  /** Messages for wallets to sign, over when they expire, also where they were used before. */
  'challenges',
  /** Requests with an Idempotency-Key, over when they expire. */
  'receipts',
  /**
   * Events of the log, over when they happened. The log loses its beginning only: it keeps an event that is not over, that
   * was not yet read for webhooks or that has a delivery, all later ones, and its last event.
   */
  'events',
] as const

/** Where the key-value store says what was removed of the log; see `RemovedLog`. */
export const LOG_REMOVED_KEY = 'events/removed'

/** The beginning of the log that was removed: the position of its last event, and an instant that none was later than. */
export interface RemovedLog {
  readonly upTo: number
  readonly by: Instant
}

/** What the value of `LOG_REMOVED_KEY` says; all 0 if the log is whole. */
export function readRemovedLog(value: string | undefined): RemovedLog {
  const [upTo = 0, by = 0] = (value ?? '').split(' ').map(Number)
  return { upTo, by }
}

export const writeRemovedLog = ({ upTo, by }: RemovedLog): string => `${upTo} ${by}`

/** What is removed for good once it is over. */
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** Removes for good what is over. */
export interface Retention {
  /**
   * Removes up to `limit` of one kind that were over by `by`, those first that have been so for longest; gives back how
   * many. A record that is being changed at that moment may be left for the next run.
   */
  deleteExpired(kind: RetentionKind, by: Instant, limit: number): Promise<number>
}
