import type { ServerResponse } from 'node:http'
import { unreachable } from '@dropkit/core/internal'
import { type ChangeAnswer, GrpcFailure } from './grpc-answers.ts'

/** What may go wrong with a call. */
export type Fault =
  /** The connection is cut before the node has read the request: nothing is done. */
  | { readonly kind: 'lost_request' }
  /** The request is carried out, and the connection is cut instead of an answer. */
  | { readonly kind: 'lost_reply' }
  /** HTTP 503, nothing is done. */
  | { readonly kind: 'unavailable' }
  /** HTTP 429: nothing is done. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds?: number }
  /** Nothing is done, and no answer ever comes; the caller has to give up. */
  | { readonly kind: 'hanging' }
  /** The request is carried out, and no answer ever comes. */
  | { readonly kind: 'hanging_after' }
  /** Another node answers, which lags behind: it does not have what is asked for. */
  | { readonly kind: 'behind' }
  /** HTTP 200 with a body that is no gRPC. */
  | { readonly kind: 'garbage' }
  /** The request is carried out, and its answer is changed; a method that streams has any number of messages. */
  | { readonly kind: 'wrong_answer'; readonly change: ChangeAnswer }

/** Each message twice, as a node does that repeats what it sent. */
export const twice: ChangeAnswer = (messages) => messages.flatMap((message) => [message, message])

export interface FaultOrder {
  /** As in the descriptor: `ExecuteTransaction`. */
  readonly method: string
  readonly fault: Fault
  /** Which call from now on, 1 being the next; default 1. */
  readonly nth?: number
  /** For how many calls; default 1. */
  readonly times?: number
}

export interface FaultBoard {
  set(order: FaultOrder): void
  /** Every call fails with `unavailable`, or is cut, until `up`. */
  down(fault?: Fault): void
  up(): void
  /** Drops what was ordered and did not happen yet. */
  clear(): void
  next(method: string): Fault | undefined
  /** How often each method was called, failed calls included. */
  calls(): ReadonlyMap<string, number>
}

export function createFaultBoard(): FaultBoard {
  let orders: { method: string; fault: Fault; skip: number; left: number }[] = []
  let outage: Fault | undefined
  const counts = new Map<string, number>()

  return {
    set({ method, fault, nth = 1, times = 1 }) {
      orders.push({ method, fault, skip: nth - 1, left: times })
    },
    down(fault = { kind: 'unavailable' }) {
      outage = fault
    },
    up() {
      outage = undefined
    },
    clear() {
      orders = []
      outage = undefined
    },
    next(method) {
      counts.set(method, (counts.get(method) ?? 0) + 1)
      if (outage !== undefined) return outage
      let due: Fault | undefined
      for (const order of orders) {
        if (order.method !== method) continue
        if (order.skip > 0) order.skip--
        else if (due === undefined) {
          due = order.fault
          order.left--
        }
      }
      orders = orders.filter(({ left }) => left > 0)
      return due
    },
    calls: () => counts,
  }
}

export interface FaultyCall {
  readonly response: ServerResponse
  /** Carries out the request and gives the bytes of the answer. */
  readonly reply: (change?: ChangeAnswer) => Promise<Buffer>
}

export async function applyFault(fault: Fault | undefined, { response, reply }: FaultyCall): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      response.end(await reply())
      return
    case 'wrong_answer':
      response.end(await reply(fault.change))
      return
    case 'behind': {
      const bytes = await reply(() => {
        throw new GrpcFailure('notFound', 'not found by a node that is behind')
      })
      response.setHeader('x-sui-checkpoint-height', '0')
      response.end(bytes)
      return
    }
    case 'lost_request':
      response.destroy()
      return
    case 'lost_reply':
      await reply()
      response.destroy()
      return
    case 'unavailable':
      response.writeHead(503)
      response.end()
      return
    case 'throttled': {
      const { retryAfterSeconds } = fault
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
      response.writeHead(429, headers)
      response.end()
      return
    }
    case 'hanging':
      return
    case 'hanging_after':
      await reply()
      return
    case 'garbage':
      response.setHeader('content-type', 'application/grpc-web-text')
      response.end('bm90IGdycGM=')
      return
    default:
      return unreachable(fault)
  }
}
