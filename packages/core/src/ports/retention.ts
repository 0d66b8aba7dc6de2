import type { Instant } from '../domain/instant.ts'

/** Kinds of records that are deleted some time after they have expired. */
export const RETENTION_KINDS = [
  /** Webhook deliveries that succeeded or were given up; expired since then. */
  'deliveries',
  /** Sessions; expired at their end, even if they were revoked earlier. */
  'sessions',
  /** Sign-in challenges; expired at their end, even if they were used earlier. */
  'challenges',
  /** Idempotency records; expired at their end. */
  'receipts',
  /** Counts of a drop's visits; expired at their `expiresAt`. */
  'counts',
  /**
   * Events; expired since they were written. Only the start of the log is deleted: the log keeps an event that is not
   * expired, that was not read for webhooks yet or that has a delivery, all later events, and its last event.
   */
  'events',
] as const

/** The key under which the key-value store holds what was removed of the log; see `RemovedLog`. */
export const LOG_REMOVED_KEY = 'events/removed'

/** The removed start of the log: the position of its last event, and an instant that is not before any of its events. */
export interface RemovedLog {
  readonly upTo: number
  readonly by: Instant
}

/** Parses the value of `LOG_REMOVED_KEY`. All zeros if nothing was removed. */
export function readRemovedLog(value: string | undefined): RemovedLog {
  const [upTo = 0, by = 0] = (value ?? '').split(' ').map(Number)
  return { upTo, by }
}

export const writeRemovedLog = ({ upTo, by }: RemovedLog): string => `${upTo} ${by}`

/** What is removed for good once it is over. */
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** Deletes expired records permanently. */
export interface Retention {
  /**
   * Deletes up to `limit` records of one kind that had expired by `by`, the oldest first. Returns their number. A record
   * that is being changed may be left for the next run.
   */
  deleteExpired(kind: RetentionKind, by: Instant, limit: number): Promise<number>
}
