import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { bodyRefusalOf, type RateRefusal, TooManyBodies } from '@dropkit/adapter-graphql'
import { isRetryable, isStoreUnavailable, messageOf, type Refusal, reasonOf } from '@dropkit/core'
import { detailsOf } from '@dropkit/core/internal'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY, wantsPage } from '../web/page-head.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** An error response outside GraphQL. */
export interface HttpRefusal extends Omit<ErrorBody, 'requestId'> {
  readonly status: number
  readonly retryAfterMs?: number
  readonly headers?: Readonly<Record<string, string>>
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
  const details = detailsOf(refusal)
  const status = STATUSES[refusal.kind] ?? 409
  return {
    status,
    error: messageOf(refusal),
    code: refusal.kind.toUpperCase(),
    retryable: isRetryable(refusal),
    ...(reason ? { reason } : {}),
    ...('field' in refusal && refusal.field !== undefined ? { field: refusal.field } : {}),
    ...(details ? { details } : {}),
    ...(refusal.kind === 'overloaded' || refusal.kind === 'rate_limited'
      ? { retryAfterMs: refusal.retryAfterMs }
      : {}),
  }
}

/** The 429 error of a rate limit. */
export const rateHttpRefusal = ({
  message,
  limit,
  value,
  asked,
  retryAfterMs,
  retryable = asked <= value,
}: RateRefusal & { readonly retryable?: boolean }): HttpRefusal => ({
  status: 429,
  error: message,
  code: 'RATE_LIMITED',
  retryable,
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

const STORE_IS_AWAY: HttpRefusal = {
  status: 503,
  error: 'The store cannot be reached in time; try again shortly',
  code: 'OVERLOADED',
  retryable: true,
}

/** Sets the status and the headers of an error response. */
export function setRefusalHeaders(
  reply: FastifyReply,
  { status, retryAfterMs, headers = {} }: HttpRefusal,
): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429 || status === 503)
    reply.header('retry-after', String(Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1_000))))
  return reply.headers(headers).header('cache-control', 'no-store').code(status)
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: HttpRefusal,
): FastifyReply {
  const { status: _status, retryAfterMs: _wait, headers: _headers, ...rest } = refusal
  const body: ErrorBody = { ...rest, requestId: request.id }
  return setRefusalHeaders(reply, refusal).send(body)
}

/** The body of every error outside GraphQL. */
export interface ErrorBody {
  /** One sentence for people. */
  readonly error: string
  /** One word for programs, as in GraphQL's `extensions.code`. */
  readonly code: string
  /** As in GraphQL's `extensions.reason`. */
  readonly reason?: string
  readonly retryable: boolean
  readonly requestId: string
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
}

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
export function refusalOfError(error: FastifyError, request: FastifyRequest): HttpRefusal {
  if (error instanceof TooManyBodies) return rateHttpRefusal(error.refusal)
  const refusal = bodyRefusalOf(error, request)
  if (refusal) {
    const { message, ...rest } = refusal
    return { ...rest, error: message, retryable: false }
  }
  const status = error.statusCode ?? 500
  if ((status >= 400 && status < 500) || status === 503) return plainRefusal(status, error.message)
  if (isStoreUnavailable(error) && error.retryable) {
    request.log.warn({ err: error, requestId: request.id }, 'a request could not reach the store')
    return STORE_IS_AWAY
  }
  request.log.error({ err: error, requestId: request.id }, 'a request failed')
  return plainRefusal(500, 'Internal error')
}

/** Answers requests without a route and errors in routes: with JSON, or with a page if a browser asks for one. */
export function registerErrorAnswers(app: FastifyInstance, { hasWeb }: { readonly hasWeb: boolean }): void {
  app.setNotFoundHandler((request, reply) => {
    if (hasWeb && wantsPage(request.method, request.headers.accept)) return sendNotFoundPage(reply, 404)
    const error = `There is nothing at ${request.method} ${pathOf(request)}`
    return sendRefusal(request, reply, plainRefusal(404, error))
  })

  app.setErrorHandler<FastifyError>((error, request, reply) =>
    sendRefusal(request, reply, refusalOfError(error, request)),
  )
}

const sendNotFoundPage = (reply: FastifyReply, status: number): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', NOT_FOUND_POLICY)
    .send(NOT_FOUND_PAGE)

/**
 * Answers a path that cannot be decoded or is too long. Fastify detects it before any hook runs, and would send its own
 * format.
 */
export function answerBadAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { hasWeb }: { readonly hasWeb: boolean },
): FastifyReply {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  return hasWeb && wantsPage(request.method, request.headers.accept)
    ? sendNotFoundPage(reply, 400)
    : sendRefusal(request, reply, plainRefusal(400, 'The path is not valid'))
}

const UNREADABLE: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: plainRefusal(431, `The headers of a request must have at most ${maxHeaderSize} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: plainRefusal(408, 'The request did not arrive in time'),
}
const NOT_HTTP = plainRefusal(400, 'The request is not valid HTTP')

/** Answers bytes that Node cannot read as a request, and closes the connection. Fastify would send its own format. */
export function answerUnreadable({ code }: { readonly code?: string }, socket: Socket): void {
  if (code !== 'ECONNRESET' && socket.writable) {
    const { status, ...rest } = UNREADABLE[code ?? ''] ?? NOT_HTTP
    const requestId = randomUUID()
    const text = JSON.stringify({ ...rest, requestId } satisfies ErrorBody)
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  }
  socket.destroy()
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url
