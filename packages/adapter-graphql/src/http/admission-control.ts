import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { DEFAULT_SETTINGS } from '@dropkit/core'
import { createLoadShedder } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorExtensions } from '../errors/request-error.ts'
import { connectionArrived } from '../limits/turns.ts'
import { wasPassedOn } from './direct-request.ts'
import type { Exchange } from './exchange.ts'
import { API_PATH, responseMediaType } from './graphql-request.ts'

/** The longest time that admitted requests may keep the event loop busy before a new one gets its answer. */
const MAX_WAIT_MS = 100
/** The size of a burst that is never rejected. */
export const BURST_SIZE = DEFAULT_SETTINGS.maxWaitingClaims
/**
 * Costs are averages over about this many requests. An average over turns or over time would be an average over few requests
 * while most are rejected, and other work, such as accepting connections, would then count as their cost.
 */
const AVERAGED = 500
/**
 * A turn counts at most as this multiple of the known cost of its requests. If it took longer, something else did, such as
 * garbage collection.
 */
const MOST_GROWTH = 2
const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 10_000

interface AdmissionControl {
  /** Undefined if the request is admitted. Otherwise the number of milliseconds after which the client should retry. */
  retryAfterMs(): number | undefined
  /** Call this for each new connection. */
  connected(): void
}

interface EventLoop {
  /** Elapsed milliseconds. */
  now(): number
  /** Milliseconds in which the event loop was not idle. */
  busyMs(): number
  /** Calls `next` when all data that has arrived was read. */
  afterReading(next: () => void): void
}

const EVENT_LOOP: EventLoop = {
  now: () => performance.now(),
  busyMs: () => performance.eventLoopUtilization().active,
  afterReading: setImmediate,
}

/**
 * Rejects requests before they are parsed if this process cannot serve them in time. Queues behind the parser cannot do
 * that, because parsing already costs CPU time for every request.
 * The busy time of the event loop, without that of rejections and new connections, divided by the admitted requests, is the
 * cost of one request, including its later work. This cost times the number of admitted requests without an answer is the
 * wait of the next one (Little's law, https://en.wikipedia.org/wiki/Little%27s_law). `waitingInside` counts requests that
 * earlier turns admitted and that have no answer yet.
 * If the time of rejections and new connections counted, too, a crowd would keep everybody out: with each rejection, an
 * admitted request would seem to cost more, and fewer would be admitted.
 */
export function createAdmissionControl(
  waitingInside: () => number,
  loop: EventLoop = EVENT_LOOP,
  random: () => number = Math.random,
): AdmissionControl {
  const shedder = createLoadShedder(MAX_WAIT_MS, BURST_SIZE)
  const retryAfter = createRetryAfter(random)
  let isReading = false
  let busyAtStart = loop.busyMs()
  let inside = 0
  let admitted = 0
  let refused = 0
  let minorMs = 0
  let minorAt: number | undefined
  const requestCost: Cost = { ms: 0, count: 0 }
  const minorCost: Cost = { ms: 0, count: 0 }
  let waitMs = 0
  let lastTurnWaitMs = 0

  function startTurn(): void {
    const busyNow = loop.busyMs()
    const spentMs = Math.max(0, busyNow - busyAtStart - minorMs)
    const mostMs = MOST_GROWTH * meanOf(requestCost) * (admitted + inside)
    note(requestCost, admitted, requestCost.count < AVERAGED ? spentMs : Math.min(spentMs, mostMs))
    retryAfter.observe({ admitted, refused }, loop.now())
    busyAtStart = busyNow
    lastTurnWaitMs = waitMs
    inside = waitingInside()
    admitted = 0
    refused = 0
    minorMs = 0
    minorAt = undefined
    isReading = true
    loop.afterReading(() => {
      isReading = false
    })
  }

  /** Notes a rejection or a new connection. Between two of them in a row, the event loop does nothing else. */
  function noteMinor(now: number): void {
    if (minorAt === undefined) minorMs += meanOf(minorCost)
    else {
      minorMs += now - minorAt
      note(minorCost, 1, now - minorAt)
    }
    minorAt = now
  }

  return {
    retryAfterMs() {
      if (!isReading) startTurn()
      const now = loop.now()
      waitMs = (admitted + waitingInside()) * meanOf(requestCost)
      // The first requests of a turn see a short wait even if the last turn was too long.
      const isOverloaded = shedder.refuses(Math.max(waitMs, lastTurnWaitMs), now)
      if (isOverloaded && waitMs > MAX_WAIT_MS) {
        refused++
        noteMinor(now)
        return retryAfter.nextMs()
      }
      minorAt = undefined
      admitted++
      return undefined
    },
    connected() {
      if (!isReading) startTurn()
      noteMinor(loop.now())
    },
  }
}

/** What the last events of a kind have cost together. */
interface Cost {
  ms: number
  count: number
}

function note(cost: Cost, count: number, ms: number): void {
  cost.ms += ms
  cost.count += count
  if (cost.count <= AVERAGED) return
  cost.ms *= AVERAGED / cost.count
  cost.count = AVERAGED
}

const meanOf = ({ ms, count }: Cost): number => ms / Math.max(1, count)

/** Requests since the last observation. */
interface Observed {
  readonly admitted: number
  readonly refused: number
}

/** Chooses when rejected clients should retry. */
interface RetryAfter {
  observe(observed: Observed, now: number): void
  /** In milliseconds, with jitter. */
  nextMs(): number
}

/**
 * The number of waiting clients is unknown, but they return when they are told to. While more requests are rejected than
 * admitted, the delay grows until about as many return as can be served; otherwise it shrinks. It changes with the elapsed
 * time, because a longer delay takes effect later. Jitter of up to 100 % keeps clients from returning all at once.
 */
export function createRetryAfter(random: () => number): RetryAfter {
  let delayMs = MIN_RETRY_MS
  let observedAt: number | undefined
  return {
    observe({ admitted, refused }, now) {
      const elapsedMs = observedAt === undefined ? 0 : now - observedAt
      observedAt = now
      const change = refused > admitted ? elapsedMs : -elapsedMs
      delayMs = Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, delayMs + change))
    },
    nextMs: () => Math.ceil(delayMs * (1 + random())),
  }
}

/** Rejects a request that has not reached Fastify, if the process is overloaded. Returns whether it did. */
export type RejectDirectly = (id: string, request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Rejects requests to the API while this process is overloaded. Call it before other hooks are added, except those that write
 * CORS headers: the fewer hooks run, the less a rejection costs. `headers` are sent with each rejection.
 */
export function rejectOverload(
  app: FastifyInstance,
  waitingClaims: () => number,
  headers: OutgoingHttpHeaders,
): RejectDirectly {
  const admission = createAdmissionControl(waitingClaims)
  app.server.on('connection', () => {
    admission.connected()
    connectionArrived()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const isCounted =
      request.routeOptions.url === API_PATH && !opensSocket(request) && !wasPassedOn(request.raw)
    const retryAfterMs = isCounted ? admission.retryAfterMs() : undefined
    if (retryAfterMs === undefined) done()
    else answerBusy(request, reply, { retryAfterMs, headers })
  })
  return (id, request, response) => {
    const retryAfterMs = admission.retryAfterMs()
    if (retryAfterMs === undefined) return false
    writeBusy({ id, accept: request.headers.accept, response }, retryAfterMs, headers)
    return true
  }
}

/** Node treats a request with both headers as one for another protocol. */
const opensSocket = ({ headers }: FastifyRequest): boolean =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')

/**
 * Answers that the server is overloaded and the request had no effect. Writes the response directly, to use as little time
 * as possible.
 */
export function answerBusy(
  { id, headers: { accept } }: FastifyRequest,
  reply: FastifyReply,
  { retryAfterMs, headers }: { readonly retryAfterMs: number; readonly headers: OutgoingHttpHeaders },
): void {
  reply.hijack()
  // CORS headers, so that a page of another origin can read this answer too.
  const all = { ...headers, ...(reply.getHeaders() as OutgoingHttpHeaders) }
  writeBusy({ id, accept, response: reply.raw }, retryAfterMs, all)
}

interface Rejected extends Pick<Exchange, 'id' | 'response'> {
  readonly accept: string | undefined
}

function writeBusy(
  { id, accept, response }: Rejected,
  retryAfterMs: number,
  headers: OutgoingHttpHeaders,
): void {
  const extensions: ErrorExtensions = { code: 'OVERLOADED', retryable: true, retryAfterMs, requestId: id }
  const message = 'The service receives more requests than it can answer; try again shortly'
  const text = JSON.stringify({ data: null, errors: [{ message, locations: [], path: [], extensions }] })
  response
    .writeHead(503, {
      ...headers,
      'content-type': `${responseMediaType(accept)}; charset=utf-8`,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
      'x-request-id': id,
    })
    .end(text)
}
