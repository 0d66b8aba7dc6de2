import type { Sealed } from '../domain/drop.ts'
import type { UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** The Idempotency-Key of a user's request, which the user may send again. */
export interface IdempotencyKey {
  readonly userId: UserId
  readonly key: string
}

/** The record that a request created or changed. A lost answer is rebuilt from it. */
export interface Effect {
  /** The kind of the record, as in its id: `drop`, `claim`, `token`, `intent`, … */
  readonly kind: string
  readonly id: string
  /** A sealed value that the record does not contain. It is deleted when the answer is stored. */
  readonly shownOnce?: Sealed
}

/** A request in progress. A holder of an older fence has lost it and may not write. */
export interface IdempotencyLease extends IdempotencyKey {
  readonly fence: number
}

/** The state of a request with an Idempotency-Key when it begins. */
export type BegunRequest =
  | { readonly kind: 'begun'; readonly lease: IdempotencyLease }
  /** Another request with this key is running. */
  | { readonly kind: 'in_progress'; readonly retryAfterMs: number }
  /** The key was used for a different request. */
  | { readonly kind: 'reused' }
  /** The request was answered with this answer. */
  | { readonly kind: 'answered'; readonly answer: Sealed }
  /**
   * The request took effect, but its server died before it stored the answer. With the lease, the caller rebuilds and
   * stores the answer.
   */
  | { readonly kind: 'took_effect'; readonly effect: Effect; readonly lease: IdempotencyLease }

/**
 * Stores requests with an Idempotency-Key. The effect of a request is noted in the transaction of the effect itself
 * (`ChangeSet.idempotency`), so it is certain even if the server dies.
 */
export interface IdempotencyStore {
  /**
   * Begins a request, or returns its state. `fingerprint` distinguishes requests. An expired lease is free. A record is
   * forgotten after its `expiresAt`.
   */
  begin(
    key: IdempotencyKey,
    fingerprint: string,
    terms: { readonly now: Instant; readonly leaseMs: number; readonly expiresAt: Instant },
  ): Promise<BegunRequest>
  /** Whether the effect of the request that holds the lease is stored. False if the lease was lost. */
  tookEffect(lease: IdempotencyLease): Promise<boolean>
  /** Stores the answer and ends the lease. False if the lease was lost. */
  answer(lease: IdempotencyLease, answer: Sealed): Promise<boolean>
  /** Ends the lease of a request without effect, so that the key can be used again. */
  forget(lease: IdempotencyLease): Promise<void>
}
