import type { RefusalKind } from '@dropkit/core'

/** Codes that say something of the request as such, and when each comes; those of the rules are `REFUSAL_MEANINGS`. */
export const REQUEST_CODE_MEANINGS = {
  QUERY_TOO_COMPLEX:
    'The operation asks for more than one request may: `details` has the limit, its value and what was asked. Ask for less, or in several requests.',
  RATE_LIMITED:
    'The credential asks too often, or too many bad ones came from one address. Come back after `retryAfterMs`, unless `retryable` is false: then one request alone asks for more than there ever is.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was sent before with another request. Make a new one.',
  IDEMPOTENCY_IN_PROGRESS:
    'The first request with this Idempotency-Key is still running. Send the same again after `retryAfterMs` to get its answer.',
  INTERNAL:
    'Something went wrong inside. The log has more under the `requestId`; whether it was carried out is not known, unless an Idempotency-Key was sent.',
} as const

/** What `extensions.code` of an error can be. */
export type ErrorCode = Uppercase<RefusalKind> | keyof typeof REQUEST_CODE_MEANINGS

/** What an error says for programs. */
export interface ErrorExtensions {
  readonly code: ErrorCode
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean
  /** The argument, variable or header that is at fault. */
  readonly field?: string
  readonly retryAfterMs?: number
  readonly details?: unknown
  readonly [more: string]: unknown
}
