import type { JsonObject } from '@dropkit/core'
import { GraphQLError } from 'graphql'
import type { RateRefusal } from '../limits/request-limits.ts'
import type { ErrorCode, ErrorExtensions } from './error-code.ts'

/** An error of the request as such, in the API's words. */
export function badRequest(message: string, details?: JsonObject): GraphQLError {
  return new GraphQLError(message, {
    extensions: {
      code: 'BAD_USER_INPUT',
      retryable: false,
      ...(details ? { details } : {}),
    } satisfies ErrorExtensions,
  })
}

/** A bound that a request goes beyond: which, what it is, and what was asked (null where that is not known). */
export interface Excess {
  readonly limit: string
  readonly value: number
  readonly asked: number | null
}

/** Too much work for one request. */
export const tooComplex = (message: string, excess: Excess): GraphQLError =>
  limitError('QUERY_TOO_COMPLEX', message, excess)

/** Too many bytes for one request. */
export const payloadTooLarge = (message: string, excess: Excess): GraphQLError =>
  limitError('PAYLOAD_TOO_LARGE', message, excess)

/** Too often: a credential that asks too much, or bad ones from one address. More at once than there ever is helps no waiting. */
export const rateLimited = ({ message, limit, value, asked, retryAfterMs }: RateRefusal): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'RATE_LIMITED',
      retryable: asked <= value,
      retryAfterMs,
      details: { limit, value, asked },
    } satisfies ErrorExtensions,
  })

const limitError = (code: ErrorCode, message: string, { limit, value, asked }: Excess): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, retryable: false, details: { limit, value, asked } } satisfies ErrorExtensions,
  })
