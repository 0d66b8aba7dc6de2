import type { GraphQLError } from 'graphql'
import {
  type ReportedError,
  type Reporting,
  reportExecutionErrors,
  reportRequestErrors,
} from '../errors/error-report.ts'
import { IDEMPOTENCY_KEY } from '../errors/request-error.ts'
import type { Outcome } from '../execution/execute-operation.ts'
import { aroundData, writeJson } from '../limits/answer-size.ts'
import type { Exchange } from './exchange.ts'
import { GRAPHQL_RESPONSE, responseMediaType } from './graphql-request.ts'

interface Body {
  readonly data?: unknown
  readonly errors?: readonly ReportedError[]
}

/** The response to a request, ready to send. */
export interface Answer {
  readonly status: number
  /** JSON. */
  readonly text: string
  /** Set if the client should retry after this time. */
  readonly retryAfterMs?: number | undefined
  /** Whether the answer has an error that may be temporary. */
  readonly isRetryable?: boolean | undefined
}

/** Builds the answer from the result of an operation. `accept` is the header of the request. */
export function answerTo(accept: string | undefined, outcome: Outcome, reporting: Reporting): Answer {
  if (outcome.kind === 'answered') return outcome.answer
  if (outcome.kind === 'refused') return refusalTo(accept, outcome.errors, reporting)
  const { data, errors } = outcome
  const reported = errors.length === 0 ? undefined : reportExecutionErrors(errors, reporting)
  // Large data was written before, so data that is not written yet is small and its size needs no check.
  if (!outcome.written && !reported) return { status: 200, text: JSON.stringify({ data }) }
  const written = outcome.written
    ? aroundData(outcome.written, reported)
    : writeJson({ data, errors: reported })
  if ('refusal' in written) {
    const tooLarge = reportRequestErrors([written.refusal], reporting)
    return answer(200, { data: null, errors: tooLarge })
  }
  if (!reported) return { status: 200, text: written.text }
  return answer(isOverload(data, reported) ? 503 : 200, { data, errors: reported }, written.text)
}

/**
 * Builds the answer for a request that was not executed. Clients that accept plain JSON treat any status except 200 as a
 * broken connection, so they get 200 unless `statusCode` or an error sets another status.
 */
export function refusalTo(
  accept: string | undefined,
  errors: readonly unknown[],
  reporting: Reporting,
  statusCode?: number,
): Answer {
  const reported = reportRequestErrors(errors, reporting)
  const wantsStatus = responseMediaType(accept) === GRAPHQL_RESPONSE
  const status = statusCode ?? statusOf(reported) ?? (wantsStatus ? 400 : 200)
  return answer(status, { data: null, errors: reported })
}

/** Sends the same answer for a missing and for an invalid credential, whatever the request. */
export function sendUnauthenticated(exchange: Exchange, error: GraphQLError): void {
  exchange.header('www-authenticate', 'Bearer')
  const extensions = { ...error.extensions, code: 'UNAUTHENTICATED' as const, requestId: exchange.id }
  const errors = [{ message: error.message, locations: [], path: [], extensions }]
  send(exchange, answer(401, { data: null, errors }))
}

/** Returns the status for errors that determine it. */
export function statusOf(errors: readonly Pick<ReportedError, 'extensions'>[]): number | undefined {
  const codes = errors.map(({ extensions }) => extensions.code)
  if (codes.includes('PAYLOAD_TOO_LARGE')) return 413
  if (codes.includes('INTERNAL')) return 500
  if (codes.includes('OVERLOADED')) return 503
  if (codes.includes('RATE_LIMITED')) return 429
  if (codes.includes('IDEMPOTENCY_KEY_REUSED')) return 422
  if (codes.includes('IDEMPOTENCY_IN_PROGRESS')) return 409
  if (errors.some(({ extensions }) => extensions['field'] === IDEMPOTENCY_KEY)) return 400
  return undefined
}

/** Whether the whole request was rejected because of overload. The status is then 503, which proxies understand. */
function isOverload(data: unknown, errors: readonly ReportedError[]): boolean {
  const isEmpty = data === null || Object.values(data as object).every((value) => value === null)
  return isEmpty && errors.every(({ extensions }) => extensions.code === 'OVERLOADED')
}

function answer(status: number, body: Body, text = JSON.stringify(body)): Answer {
  const { errors = [] } = body
  const waits = errors.map(({ extensions }) => Number(extensions['retryAfterMs'] ?? 0))
  const isRetryable = errors.some(({ extensions }) => extensions['retryable'] === true)
  const retryAfterMs = MAY_COME_BACK.includes(status) ? Math.max(...waits) : undefined
  return { status, text, retryAfterMs, isRetryable }
}

const MAY_COME_BACK: readonly number[] = [409, 429, 503]

export function send(exchange: Exchange, { status, text, retryAfterMs }: Answer): void {
  if (retryAfterMs !== undefined) exchange.header('retry-after', retryAfterSeconds(retryAfterMs))
  exchange.header('content-type', `${responseMediaType(exchange.request.headers.accept)}; charset=utf-8`)
  exchange.send(status, text)
}

const retryAfterSeconds = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1000)))
