import type { InputReason } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import type { ErrorExtensions } from './error-code.ts'

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
