import type { ClaimDecision, ClaimRequest } from '../domain/claim-decision.ts'
import type { Drop } from '../domain/drop.ts'
import type { DropId } from '../domain/ids.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { IdempotencyLease } from './idempotency-store.ts'

/** A claim as a claim queue takes it. Plain data, so that it can be sent to another process. */
export interface ClaimSubmission {
  readonly dropId: DropId
  readonly request: ClaimRequest
  /** Of a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
}

/** The decision on a claim that a batch has committed. */
export interface ServedClaim {
  readonly decision: Exclude<ClaimDecision, { kind: 'facts_needed' | 'proof_needed' }>
  /** The drop as it was when its batch was committed. */
  readonly drop: Drop
}

/** The outcome of a claim that was sent to another process. */
export type RoutedClaim =
  | { readonly kind: 'served'; readonly answer: Result<ServedClaim, Refusal> }
  /** The other process took nothing: the claim has no effect yet. */
  | { readonly kind: 'not_begun' }
  /** The other process ended before it answered: the claim may have been committed. */
  | { readonly kind: 'lost' }

/**
 * Sends the claims of a drop to one of several processes, so that its batches are large. This is an optimization: the
 * store keeps every limit, whichever process serves a claim.
 */
export interface ClaimRouter {
  /** Undefined if this process serves the claims of this drop. */
  route(submission: ClaimSubmission): Promise<RoutedClaim> | undefined
}
