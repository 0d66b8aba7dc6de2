import { isStoreUnavailable } from '@dropkit/core'
import type { FastifyError, FastifyRequest } from 'fastify'
import { type HttpRefusal, STORE_IS_AWAY } from './http-refusal.ts'

const CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'OVERLOADED',
}

/** The error for a request of which only a status and a message are known. */
export const plainRefusal = (status: number, error: string): HttpRefusal => ({
  status,
  error,
  code: CODES[status] ?? (status >= 500 ? 'INTERNAL' : 'BAD_USER_INPUT'),
  retryable: status === 429 || status === 503,
})

/** The error for a request that threw. Internal errors are logged and not shown to the client. */
export function refusalOfFault(fault: FastifyError, request: FastifyRequest): HttpRefusal {
  const status = fault.statusCode ?? 500
  if ((status >= 400 && status < 500) || status === 503) return plainRefusal(status, fault.message)
  if (isStoreUnavailable(fault) && fault.retryable) {
    request.log.warn({ err: fault, requestId: request.id }, 'a request could not reach the store')
    return STORE_IS_AWAY
  }
  request.log.error({ err: fault, requestId: request.id }, 'a request failed')
  return plainRefusal(500, 'Internal error')
}
