import type {
  Caller,
  Chain,
  Clock,
  DeliveryQueue,
  Dropkit,
  IdempotencyStore,
  Log,
  PriceFeed,
  Secrets,
  Store,
} from '@dropkit/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiWatch } from './api-watch.ts'
import type { RequestReceipt } from './idempotency/request-receipt.ts'
import { createObjectMeter, type ObjectMeter } from './limits/object-meter.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import type { SocketSettings } from './websocket/socket-settings.ts'

/** Runs the work of one request. Its reads are counted from `start` on, until it ends. */
type WithBudget = <T>(work: (start: () => void) => Promise<T>) => Promise<T>

/** What the API works on: the use cases, and what plain reads need beside them. */
export interface Services {
  readonly dropkit: Dropkit
  readonly store: Store
  readonly prices: PriceFeed
  readonly clock: Clock
  readonly chain: Chain
  readonly deliveries: DeliveryQueue
  readonly idempotency: IdempotencyStore
  readonly secrets: Secrets
  readonly log: Log
  readonly rateLimits?: RequestLimits
  readonly apiWatch?: ApiWatch | undefined
  /** Other bounds for WebSockets than those of `SOCKET_SETTINGS`. */
  readonly sockets?: Partial<SocketSettings>
  /** Sui's name of the network; null on the fake chain, and where only the node's address is known. */
  readonly network: string | null
  /** The server's. */
  readonly version: string
  /** Whether pages may ask without a user, by tokens of `startVisit`; nobody may where it is not said. */
  readonly takesVisitors?: boolean
  /** Sends a browser a page to try queries on, if it has one; where none is sent, a small one of our own is. */
  readonly explorer?:
    | ((request: FastifyRequest, reply: FastifyReply) => Promise<{ readonly isSent: boolean }>)
    | undefined
  /** Runs one request's reads with what they may cost at most; without it nothing is counted. */
  readonly withBudget?: WithBudget
  /** Where this server is reached from outside, without a slash at its end. */
  readonly publicUrl: string
}

/** What every resolver is given. One for each request; a subscription makes one for each event that it sends. */
export interface Context {
  readonly caller: Caller
  /** Stands in every error, in the answer's headers and in the log. */
  readonly requestId: string
  readonly services: Services
  /** Of a request with an Idempotency-Key. */
  readonly receipt?: RequestReceipt
  /** What was read in this request. Every mutation begins with new ones, so that it shows what it has changed. */
  loaders: Loaders
  /** Counts what the answer holds. */
  readonly objects: ObjectMeter
}

export function createContext(services: Services, caller: Caller, requestId: string): Context {
  const objects = createObjectMeter()
  return { caller, requestId, services, objects, loaders: createLoaders(services, caller, objects) }
}
