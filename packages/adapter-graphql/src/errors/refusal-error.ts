import { isRetryable, messageOf, type Refusal, type RefusalKind, type Result, reasonOf } from '@dropkit/core'
import { detailsOf } from '@dropkit/core/internal'
import { GraphQLError } from 'graphql'
import type { ErrorCode, ErrorExtensions } from './request-error.ts'

/** Converts a refusal of the rules to an error of the API. */
export function refusalError(refusal: Refusal): GraphQLError {
  const details = detailsOf(refusal)
  const reason = reasonOf(refusal)
  return new GraphQLError(messageOf(refusal), {
    extensions: {
      code: codeOf(refusal),
      retryable: isRetryable(refusal),
      ...(reason ? { reason } : {}),
      ...('field' in refusal && refusal.field !== undefined ? { field: refusal.field } : {}),
      ...(refusal.kind === 'overloaded' || refusal.kind === 'rate_limited'
        ? { retryAfterMs: refusal.retryAfterMs }
        : {}),
      ...(details ? { details } : {}),
    } satisfies ErrorExtensions,
  })
}

/** Returns the value, or throws the refusal as an error. */
export function orThrow<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value
  throw refusalError(result.error)
}

/** The name of the refusal in upper case. */
export const codeOf = (refusal: Refusal): ErrorCode => refusal.kind.toUpperCase() as Uppercase<RefusalKind>
