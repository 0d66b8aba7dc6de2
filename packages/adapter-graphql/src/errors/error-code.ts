import type { ConflictReason, InputReason, RefusalKind } from '@dropkit/core'

/** Codes for errors of the request itself, with their meanings. `REFUSAL_MEANINGS` has the codes of the rules. */
export const REQUEST_CODE_MEANINGS = {
  QUERY_TOO_COMPLEX:
    'The operation exceeds a limit per request; `details` has the limit, its value and what was asked. Request less, or use several requests.',
  RATE_LIMITED:
    'Too many requests with this credential, or too many wrong credentials from one address. Retry after `retryAfterMs`. If `retryable` is false, this single request exceeds the limit.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was already used for another request. Create a new one.',
  IDEMPOTENCY_IN_PROGRESS:
    'The first request with this Idempotency-Key is still running. Send the request again after `retryAfterMs` to get its answer.',
  INTERNAL:
    'An internal error. The log has details under the `requestId`. The request may have had its effect; repeat it with the same Idempotency-Key to find out.',
} as const

/** Values of `extensions.code`. */
export type ErrorCode = Uppercase<RefusalKind> | keyof typeof REQUEST_CODE_MEANINGS

/** The machine-readable part of an error. */
export interface ErrorExtensions {
  readonly code: ErrorCode
  /** Why, if the code has several reasons. */
  readonly reason?: InputReason | ConflictReason
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** The argument, variable or header with the error. */
  readonly field?: string
  readonly retryAfterMs?: number
  readonly details?: unknown
  readonly [more: string]: unknown
}
