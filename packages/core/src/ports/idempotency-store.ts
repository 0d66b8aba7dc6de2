import type { Sealed } from '../domain/drop.ts'
import type { UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** One request that its sender may send again: an Idempotency-Key, which is a user's own. */
export interface IdempotencyKey {
  readonly userId: UserId
  readonly key: string
}

/** The one record that says what a request did: for an answer that was lost, what it would have shown. */
export interface Effect {
  /** The kind of record, as its id begins: `drop`, `claim`, `token`, `intent`, … */
  readonly kind: string
  readonly id: string
  /** What the record no longer says, sealed; it is forgotten once the answer is kept. */
  readonly shownOnce?: Sealed
}

/** A request in progress. The holder of an older fence has lost it and may not write any more. */
export interface IdempotencyLease extends IdempotencyKey {
  readonly fence: number
}

/** How a request with an Idempotency-Key begins: it runs, waits for another, or was answered before. */
export type BegunRequest =
  | { readonly kind: 'begun'; readonly lease: IdempotencyLease }
  /** Another request with this key is running. */
  | { readonly kind: 'in_progress'; readonly retryAfterMs: number }
  /** The key was used for another request. */
  | { readonly kind: 'reused' }
  /** Done, with the answer that was given. */
  | { readonly kind: 'answered'; readonly answer: Sealed }
  /** Done, but its server died before the answer was kept; the lease lets the answer be made up and kept. */
  | { readonly kind: 'took_effect'; readonly effect: Effect; readonly lease: IdempotencyLease }

/**
 * Remembers what was asked with an Idempotency-Key. That a request took effect is written in the transaction of the
 * effect itself (`ChangeSet.idempotency`), so that it is known for certain, whenever its server dies.
 */
export interface IdempotencyStore {
  /**
   * Begins a request, or says what became of it. `fingerprint` tells one request from another. A lease that has run
   * out is free; a record older than `expiresAt` of its making is forgotten.
   */
  begin(
    key: IdempotencyKey,
    fingerprint: string,
    terms: { readonly now: Instant; readonly leaseMs: number; readonly expiresAt: Instant },
  ): Promise<BegunRequest>
  /** Keeps the answer and ends the lease. False when the lease was lost. */
  answer(lease: IdempotencyLease, answer: Sealed): Promise<boolean>
  /** Ends the lease of a request that did nothing, so that the key is as good as new. */
  forget(lease: IdempotencyLease): Promise<void>
}
