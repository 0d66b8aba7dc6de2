import type { ServerResponse } from 'node:http'
import { unreachable } from '@dropkit/core/internal'
import { type ChangeAnswer, GrpcFailure } from './grpc-answers.ts'

/** The faults that a call can have. */
export type Fault =
  /** The connection is cut before the node has read the request. The request has no effect. */
  | { readonly kind: 'lost_request' }
  /** The request is executed, and the connection is cut instead of an answer. */
  | { readonly kind: 'lost_reply' }
  /** HTTP 503. The request has no effect. */
  | { readonly kind: 'unavailable' }
  /** HTTP 429. The request has no effect. */
  | { readonly kind: 'throttled'; readonly retryAfterSeconds?: number }
  /** The request has no effect, and no answer is sent. The caller has to time out. */
  | { readonly kind: 'hanging' }
  /** The request is executed, and no answer is sent. */
  | { readonly kind: 'hanging_after' }
  /** The answer comes from another node that lags behind and does not have the requested data. */
  | { readonly kind: 'behind' }
  /** HTTP 200 with a body that is not gRPC. */
  | { readonly kind: 'garbage' }
  /** The request is executed, and its answer is changed. A streaming method can have any number of messages. */
  | { readonly kind: 'wrong_answer'; readonly change: ChangeAnswer }

/** Sends each message twice, as a node may do. */
export const twice: ChangeAnswer = (messages) => messages.flatMap((message) => [message, message])

export interface FaultOrder {
  /** As in the descriptor, for example `ExecuteTransaction`. */
  readonly method: string
  readonly fault: Fault
  /** The number of the affected call, counted from now. 1 (the default) is the next call. */
  readonly nth?: number
  /** The number of affected calls. Default: 1. */
  readonly times?: number
}

export interface FaultBoard {
  set(order: FaultOrder): void
  /** Every call fails with `unavailable`, or with `fault`, until `up`. */
  down(fault?: Fault): void
  up(): void
  /** Drops all faults that have not happened yet. */
  clear(): void
  next(method: string): Fault | undefined
  /** The number of calls by method, including failed calls. */
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
  /** Executes the request and returns the bytes of the answer. */
  readonly reply: (change?: ChangeAnswer) => Promise<Buffer>
  /** Sends the bytes as fast as the link allows. */
  readonly send: (bytes: Buffer) => Promise<void>
}

export async function applyFault(
  fault: Fault | undefined,
  { response, reply, send }: FaultyCall,
): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      await send(await reply())
      return
    case 'wrong_answer':
      await send(await reply(fault.change))
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
