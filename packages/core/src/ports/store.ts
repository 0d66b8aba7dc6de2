import type { EventType, LoggedEvent } from '../domain/event.ts'
import type { DropId, PaymentIntentId, UserId } from '../domain/ids.ts'
import type { Result } from '../domain/result.ts'
import type { AccountStore } from './account-store.ts'
import type { ChangeSet, UniqueConflict } from './change-set.ts'
import type { DropStore } from './drop-store.ts'
import type { ListStore } from './list-store.ts'
import type { LotteryStore } from './lottery-store.ts'
import type { PaymentStore } from './payment-store.ts'

/** Which events of the log are wanted; what is left out restricts nothing. */
export interface EventQuery {
  /** Only events of this user's things or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
  readonly limit: number
  /** Positions below this one, newest first; without it and `since`, from the newest. */
  readonly after?: number | undefined
  /** Positions above this one, oldest first. */
  readonly since?: number | undefined
}

/**
 * Where everything is kept. Methods that change run in one transaction each and either commit as a whole or leave no
 * trace. `decide` is called with records that are locked until the commit: it must be synchronous, quick and pure, for
 * it may be called again when the database asks for the transaction to be repeated. Anything it throws rolls back and
 * reaches the caller.
 *
 * Readers see committed records only. When the database cannot be reached, every method throws a
 * `StoreUnavailable`; after a change threw it, it is unknown whether it was committed.
 */
export interface Store extends DropStore, PaymentStore, AccountStore, ListStore, LotteryStore {
  /** Commits something new that depends on nothing that is there. */
  create(change: ChangeSet): Promise<Result<void, UniqueConflict>>
  isEmpty(): Promise<boolean>
  /** One reader's view of the log. */
  events(question: EventQuery): Promise<readonly LoggedEvent[]>
  /**
   * Calls `listener` soon after new events can be read, whichever server wrote them (a hint that carries nothing and
   * may come for nothing). Gives back what ends it.
   */
  onEvents(listener: () => void): () => void
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
}
