import type { ConflictReason, InputReason, JsonObject, RefusalKind } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import type { BodyRefusal } from '../http/body-refusal.ts'
import type { RateRefusal } from '../limits/limits.ts'

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

/** An error of the request itself. */
export function badRequest(message: string, details?: JsonObject): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code: 'BAD_USER_INPUT',
      retryable: false,
      ...(details ? { details } : {}),
    } satisfies ErrorExtensions,
  })
}

/** An exceeded limit: its name, its value, and the requested value (null if unknown). */
interface Excess {
  readonly limit: string
  readonly value: number
  readonly asked: number | null
}

/** The request needs too much work. */
export const tooComplex = (message: string, excess: Excess): GraphQLError =>
  limitError('QUERY_TOO_COMPLEX', message, excess)

/** The request has too many bytes. */
export const payloadTooLarge = (message: string, excess: Excess): GraphQLError =>
  limitError('PAYLOAD_TOO_LARGE', message, excess)

/**
 * Too many requests of one credential, or too many bad credentials from one address. If a request asks for more than the
 * limit ever allows, retrying does not help.
 */
export const rateLimited = ({
  message,
  limit,
  value,
  asked,
  retryAfterMs,
  retryable = asked <= value,
}: RateRefusal & { readonly retryable?: boolean }): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'RATE_LIMITED',
      retryable,
      retryAfterMs,
      details: { limit, value, asked },
    } satisfies ErrorExtensions,
  })

const limitError = (code: ErrorCode, message: string, { limit, value, asked }: Excess): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, retryable: false, details: { limit, value, asked } } satisfies ErrorExtensions,
  })

/** The body of the request is not read. */
export const bodyError = ({ message, code, field, details }: BodyRefusal): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code,
      retryable: false,
      ...(field === undefined ? {} : { field }),
      ...(details === undefined ? {} : { details }),
    } satisfies ErrorExtensions,
  })

/** The header's name, also used in errors. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

export const badIdempotencyKey = (reason: InputReason, problem: string): GraphQLError =>
  new GraphQLError(`${IDEMPOTENCY_KEY} ${problem}`, {
    extensions: {
      code: 'BAD_USER_INPUT',
      reason,
      retryable: false,
      field: IDEMPOTENCY_KEY,
    } satisfies ErrorExtensions,
  })

export const keyReused = (): GraphQLError =>
  new GraphQLError(
    `This ${IDEMPOTENCY_KEY} was used for another request: query, operation name and variables must be the same`,
    { extensions: { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } satisfies ErrorExtensions },
  )

export const keyInProgress = (retryAfterMs: number): GraphQLError =>
  new GraphQLError(`The first request with this ${IDEMPOTENCY_KEY} is still running`, {
    extensions: {
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retryable: true,
      retryAfterMs,
    } satisfies ErrorExtensions,
  })
