import type { RateRefusal } from '@dropkit/adapter-graphql'
import { isRetryable, messageOf, type Refusal, reasonOf } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from './error-body.ts'

/** An error response outside GraphQL. */
export interface HttpRefusal extends Omit<ErrorBody, 'requestId'> {
  readonly status: number
  readonly retryAfterMs?: number
}

const STATUSES: Partial<Record<Refusal['kind'], number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  bad_user_input: 400,
  payload_too_large: 413,
  overloaded: 503,
  rate_limited: 429,
  chain_unavailable: 503,
  eligibility_unknown: 503,
  human_check_unavailable: 503,
  drop_not_ready: 503,
}

/** The HTTP error of a refusal. A kind that has no status in the table is a conflict with the current state: 409. */
export function httpRefusalOf(refusal: Refusal): HttpRefusal {
  const reason = reasonOf(refusal)
  const status = STATUSES[refusal.kind] ?? 409
  return {
    status,
    error: messageOf(refusal),
    code: refusal.kind.toUpperCase(),
    retryable: isRetryable(refusal),
    ...(reason ? { reason } : {}),
    ...('field' in refusal && refusal.field !== undefined ? { field: refusal.field } : {}),
    ...('details' in refusal && refusal.details !== undefined ? { details: refusal.details } : {}),
    ...(refusal.kind === 'rate_limited' ? { details: detailsOfLimit(refusal) } : {}),
    ...(refusal.kind === 'overloaded' || refusal.kind === 'rate_limited'
      ? { retryAfterMs: refusal.retryAfterMs }
      : {}),
  }
}

const detailsOfLimit = (refusal: Extract<Refusal, { kind: 'rate_limited' }>) => ({
  limit: refusal.limit,
  value: String(refusal.value),
  used: String(refusal.used),
  asked: String(refusal.asked),
  unit: refusal.unit,
  resetsAt: toIso(refusal.resetsAt),
})

/** The 429 error of a rate limit. */
export const rateHttpRefusal = ({
  message,
  limit,
  value,
  asked,
  retryAfterMs,
}: RateRefusal): HttpRefusal => ({
  status: 429,
  error: message,
  code: 'RATE_LIMITED',
  retryable: asked <= value,
  details: { limit, value, asked },
  retryAfterMs,
})

export const badRequest = (error: string, field?: string): HttpRefusal => ({
  status: 400,
  error,
  code: 'BAD_USER_INPUT',
  retryable: false,
  ...(field === undefined ? {} : { field }),
})

export const STORE_IS_AWAY: HttpRefusal = {
  status: 503,
  error: 'The store cannot be reached in time; try again shortly',
  code: 'OVERLOADED',
  retryable: true,
}

/** Sets the status and the headers of an error response. */
export function setRefusalHeaders(reply: FastifyReply, { status, retryAfterMs }: HttpRefusal): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429 || status === 503)
    reply.header('retry-after', String(Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1_000))))
  return reply.header('cache-control', 'no-store').code(status)
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: HttpRefusal,
): FastifyReply {
  const { status: _status, retryAfterMs: _wait, ...rest } = refusal
  const body: ErrorBody = { ...rest, requestId: request.id }
  return setRefusalHeaders(reply, refusal).send(body)
}
