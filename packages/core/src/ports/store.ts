import type { EventType, LoggedEvent } from '../domain/event.ts'
import type { DropId, PaymentIntentId, UserId } from '../domain/ids.ts'
import type { Result } from '../domain/result.ts'
import type { AccountStore } from './account-store.ts'
import type { ChangeSet, UniqueConflict } from './change-set.ts'
import type { DropStore } from './drop-store.ts'
import type { ListStore } from './list-store.ts'
import type { LotteryStore } from './lottery-store.ts'
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
  events(question: EventQuery): Promise<readonly LoggedEvent[]>
  /**
   * Calls `listener` soon after new events can be read, whichever server wrote them. The call has no data and may be
   * spurious. Returns the function that unsubscribes.
   */
  onEvents(listener: () => void): () => void
  /** Throws if the store cannot be reached. */
  check(): Promise<void>
}
