import type { OutgoingHttpHeaders } from 'node:http'
import { DEFAULT_SETTINGS } from '@dropkit/core'
import { createLoadShedder } from '@dropkit/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorExtensions } from '../errors/request-error.ts'
import { responseMediaType } from './graphql-request.ts'

/** The longest time that admitted requests may keep the event loop busy before a new one gets its answer. */
const MAX_WAIT_MS = 100
/** The size of a burst that is never rejected. */
export const BURST_SIZE = DEFAULT_SETTINGS.maxWaitingClaims
/** The weight of earlier turns of the event loop, relative to the latest one. */
const DECAY = 0.9
const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 10_000

interface AdmissionControl {
  /** Undefined if the request is admitted. Otherwise the number of milliseconds after which the client should retry. */
  retryAfterMs(): number | undefined
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
 * The busy time of the event loop between two turns, divided by the admitted requests, is the cost of one request,
 * including its later work and the cost of rejections. This cost times the number of admitted requests without an answer is
 * the wait of the next one (Little's law, https://en.wikipedia.org/wiki/Little%27s_law). `waitingInside` counts requests
 * that earlier turns admitted and that have no answer yet.
 */
export function createAdmissionControl(
  waitingInside: () => number,
  loop: EventLoop = EVENT_LOOP,
  random: () => number = Math.random,
): AdmissionControl {
  const shedder = createLoadShedder(MAX_WAIT_MS, BURST_SIZE)
  const retryAfter = createRetryAfter(random)
  let isReading = false
  let turnStartedAt = loop.busyMs()
  let admitted = 0
  let refused = 0
  let busyMs = 0
  let served = 0
  let waitMs = 0
  let lastTurnWaitMs = 0

  function startTurn(): void {
    const at = loop.busyMs()
    busyMs = DECAY * busyMs + (at - turnStartedAt)
    served = DECAY * served + admitted
    retryAfter.observe({ admitted, refused }, loop.now())
    turnStartedAt = at
    lastTurnWaitMs = waitMs
    admitted = 0
    refused = 0
    isReading = true
    loop.afterReading(() => {
      isReading = false
    })
  }

  return {
    retryAfterMs() {
      if (!isReading) startTurn()
      waitMs = (admitted + waitingInside()) * (busyMs / Math.max(1, served))
      // The first requests of a turn see a short wait even if the last turn was too long.
      const isOverloaded = shedder.refuses(Math.max(waitMs, lastTurnWaitMs), loop.now())
      if (isOverloaded && waitMs > MAX_WAIT_MS) {
        refused++
        return retryAfter.nextMs()
      }
      admitted++
      return undefined
    },
  }
}

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

/**
 * Answers that the server is overloaded and the request had no effect. Writes the response directly, to use as little time
 * as possible.
 */
export function answerBusy({ id, headers }: FastifyRequest, reply: FastifyReply, retryAfterMs: number): void {
  const extensions: ErrorExtensions = { code: 'OVERLOADED', retryable: true, retryAfterMs, requestId: id }
  const message = 'More is asked than can be answered; try again shortly'
  const text = JSON.stringify({ data: null, errors: [{ message, locations: [], path: [], extensions }] })
  reply.hijack()
  reply.raw
    .writeHead(503, {
      // The headers of every answer, such as CORS headers, so that a page of another origin can read this one too.
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': `${responseMediaType(headers.accept)}; charset=utf-8`,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
      'x-request-id': id,
    })
    .end(text)
}
