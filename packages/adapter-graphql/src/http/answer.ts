import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import type { Reporting } from '../errors/error-report.ts'
import { type ReportedError, reportExecutionErrors, reportRequestErrors } from '../errors/error-report.ts'
import type { Outcome } from '../execution/execute-operation.ts'
import { GRAPHQL_RESPONSE, responseMediaType } from './media-type.ts'

interface Body {
  readonly data?: unknown
  readonly errors?: readonly ReportedError[]
}

/** Sends what became of an operation. */
export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  reporting: Reporting,
): FastifyReply {
  if (outcome.kind === 'refused') return sendRefusal(request, reply, outcome.errors, reporting)
  const { data, errors } = outcome
  if (errors.length === 0) return send(request, reply, 200, { data })
  const reported = reportExecutionErrors(errors, reporting)
  return send(request, reply, isOverload(data, reported) ? 503 : 200, { data, errors: reported })
}

/**
 * Sends why a request was not executed. Clients of plain JSON take any other status than 200 for a broken connection,
 * so they get it too unless the request was not even one.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  errors: readonly unknown[],
  reporting: Reporting,
  statusCode?: number,
): FastifyReply {
  const reported = reportRequestErrors(errors, reporting)
  const wantsStatus = responseMediaType(request.headers.accept) === GRAPHQL_RESPONSE
  const status = statusCode ?? statusOf(reported) ?? (wantsStatus ? 400 : 200)
  return send(request, reply, status, { errors: reported })
}

/** No credential, or one that is not good: the same words whatever was asked. */
export function sendUnauthenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  error: GraphQLError,
): FastifyReply {
  reply.header('www-authenticate', 'Bearer')
  const extensions = { ...error.extensions, code: 'UNAUTHENTICATED', requestId: request.id }
  const errors = [{ message: error.message, locations: [], path: [], extensions }]
  return send(request, reply, 401, { data: null, errors })
}

/** Statuses that go by the error alone. */
function statusOf(errors: readonly ReportedError[]): number | undefined {
  const codes = errors.map(({ extensions }) => extensions.code)
  if (codes.includes('PAYLOAD_TOO_LARGE')) return 413
  if (codes.includes('INTERNAL')) return 500
  return undefined
}

/** Whether all of it was turned away for want of room: then whoever stands between should know it too. */
function isOverload(data: unknown, errors: readonly ReportedError[]): boolean {
  const isEmpty = data === null || Object.values(data as object).every((value) => value === null)
  return isEmpty && errors.every(({ extensions }) => extensions.code === 'OVERLOADED')
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, body: Body): FastifyReply {
  if (status === 503) reply.header('retry-after', retryAfterSeconds(body.errors ?? []))
  return reply
    .code(status)
    .header('content-type', `${responseMediaType(request.headers.accept)}; charset=utf-8`)
    .send(JSON.stringify(body))
}

const retryAfterSeconds = (errors: readonly ReportedError[]): string => {
  const waits = errors.map(({ extensions }) => Number(extensions['retryAfterMs'] ?? 0))
  return String(Math.max(1, Math.ceil(Math.max(...waits) / 1000)))
}
