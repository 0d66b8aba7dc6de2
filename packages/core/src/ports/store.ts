import type { BriefEvent, EventType, LoggedEvent } from '../domain/event.ts'
import type { DropId, PaymentIntentId, UserId, WebhookId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Result } from '../domain/result.ts'
import type { AccountStore } from './account-store.ts'
import type { ChangeSet, UniqueConflict } from './change-set.ts'
import type { DropStore, LotteryStore } from './drop-store.ts'
import type { ListStore } from './list-store.ts'
import type { PaymentStore } from './payment-store.ts'

/** Filters events of the log. Missing fields do not restrict the result. */
export interface EventQuery {
  /** Only events of this user's objects or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
  readonly limit: number
  /** Positions below this one, newest first. Without it and `since`, from the newest event. */
  readonly after?: number | undefined
  /** Positions above this one, oldest first. */
  readonly since?: number | undefined
}

/**
 * The store. Each method that changes records runs in one transaction and commits completely or not at all. `decide` gets
 * records that are locked until the commit. It must be synchronous, fast and pure, because the database may require the
 * transaction to be repeated. An error that it throws rolls back and reaches the caller.
 * Readers see committed records only. If the database cannot be reached, every method throws a `StoreUnavailable`. If a
 * change throws it, it is unknown whether the change was committed.
 */
export interface Store extends DropStore, PaymentStore, AccountStore, ListStore, LotteryStore {
  /** Commits new records that depend on no existing record. */
  create(change: ChangeSet): Promise<Result<void, UniqueConflict>>
  isEmpty(): Promise<boolean>
  /** A reader's view of the log. */
  events(query: EventQuery): Promise<readonly LoggedEvent[]>
  /** The same events for display. */
  briefEvents(query: EventQuery): Promise<readonly BriefEvent[]>
  /** The data of the events at these positions as JSON texts. Positions that the log no longer has are missing. */
  dataOfEvents(positions: readonly number[]): Promise<ReadonlyMap<number, string>>
  /**
   * Calls `listener` soon after new events can be read, whichever server wrote them. The call has no data and may be
   * spurious. Returns the function that unsubscribes.
   */
  onEvents(listener: () => void): () => void
  /** Throws if the store cannot be reached, or is known to refuse changes, for example because its disk is full. */
  check(): Promise<void>
}

/** Thrown by every method of a store if the database cannot be reached in time. */
export interface StoreUnavailable extends Error {
  readonly name: 'StoreUnavailable'
  /** Whether a retry may succeed. */
  readonly retryable: boolean
}

/** Recognizes the error by its name, because each adapter has its own class. */
export const isStoreUnavailable = (error: unknown): error is StoreUnavailable =>
  error instanceof Error && error.name === 'StoreUnavailable'

/** Kinds of records that are deleted some time after they have expired. */
export const RETENTION_KINDS = [
  /**
   * Webhook deliveries that succeeded or were given up; expired since then. Waiting ones of a webhook that is not active;
   * expired since the webhook was last changed. Those of a deleted webhook, which no read returns any more; always expired.
   */
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

/** The start of `removedDeliveriesKey`; the webhook's id follows. */
export const REMOVED_DELIVERIES = 'deliveries/removed/'

/** The key under which the key-value store holds up to which position of the log a webhook's deliveries may be removed. */
export const removedDeliveriesKey = (webhookId: WebhookId): string => `${REMOVED_DELIVERIES}${webhookId}`

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

/** The value of `LOG_REMOVED_KEY`, which `readRemovedLog` parses. */
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
