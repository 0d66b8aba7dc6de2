import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseJson } from '@dropkit/core/internal'
import type { Exchange } from './exchange.ts'
import { API_PATH, type GraphqlRequest, readBody } from './graphql-request.ts'

/**
 * Serves a small POST to the API without Fastify, which costs as much as many operations. Passes on, with its body unread,
 * what needs more: a body that has not arrived, that is no request, or whose credential is refused.
 */
export type ServeDirectly = (exchange: Exchange, passOn: () => void) => void

/** A body of so few bytes usually arrives together with its headers. It cannot hold too many values. */
const MOST_BYTES = 16 * 1024

/** Whether a request may be served by `ServeDirectly`, as far as its headers show. */
export const isDirect = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  url === API_PATH &&
  headers['content-type'] === 'application/json' &&
  hasSmallBody(headers) &&
  headers['content-encoding'] === undefined &&
  isOfOwnPages(headers) &&
  headers.upgrade === undefined

/** An empty body would have ended before it is passed on, and Fastify would wait for its end. */
function hasSmallBody({ 'content-length': length }: IncomingHttpHeaders): boolean {
  const bytes = Number(length)
  return bytes > 0 && bytes <= MOST_BYTES
}

/** Other origins need CORS headers. */
const isOfOwnPages = ({ origin, host }: IncomingHttpHeaders): boolean =>
  origin === undefined || origin === `https://${host}` || origin === `http://${host}`

/** Requests that were counted before they were passed on to Fastify. */
const passedOn = new WeakSet<IncomingMessage>()

export const wasPassedOn = (request: IncomingMessage): boolean => passedOn.has(request)

/** Call this before a request is passed on to Fastify. */
export const notePassedOn = (request: IncomingMessage): void => void passedOn.add(request)

/** Undefined, and the body is unread, unless it has arrived and is a request. */
export function readSmallBody(request: IncomingMessage): GraphqlRequest | undefined {
  const body: Buffer | null = request.complete ? request.read() : null
  if (body === null) return undefined
  try {
    return readBody(parseJson(body.toString()))
  } catch {
    request.unshift(body)
    return undefined
  }
}
