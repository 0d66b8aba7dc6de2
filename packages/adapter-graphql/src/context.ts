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
import type { RequestRecord } from './idempotency/keyed-request.ts'
import { ObjectMeter } from './limits/answer-size.ts'
import type { Receiver } from './limits/at-once.ts'
import type { RequestLimits } from './limits/limits.ts'
import { createLoaders, type Loaders } from './loaders.ts'
import type { SocketSettings } from './websocket/open-socket.ts'

/** Runs the work of one request of an owner. Its reads are counted from the call of `start` until the work ends. */
type WithBudget = <T>(owner: string, work: (start: () => void) => Promise<T>) => Promise<T>

/** The dependencies of the API: the use cases, and the services for plain reads. */
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
  /** Overrides limits of `SOCKET_SETTINGS` for WebSockets. */
  readonly sockets?: Partial<SocketSettings>
  /** Sui's name of the network. Null on the fake chain, or if only the node's address is known. */
  readonly network: string | null
  /** The version of the server. */
  readonly version: string
  /** Whether web pages may send requests without a user, with tokens of `startVisit`. Default: false. */
  readonly takesVisitors?: boolean
  /** Sends a query page to a browser and returns whether it did. By default, a small built-in page is sent. */
  readonly explorer?:
    | ((request: FastifyRequest, reply: FastifyReply) => Promise<{ readonly isSent: boolean }>)
    | undefined
  /** Limits the cost of one request's reads. By default, nothing is counted. */
  readonly withBudget?: WithBudget
  /** Runs work of a request whose reads are not counted: what a mutation does. The reads of its answer are counted. */
  readonly withoutBudget?: <T>(work: () => T) => T
  /** The public URL of this server, without a trailing slash. */
  readonly publicUrl: string
}

/** The context of every resolver. There is one per request, and one per sent event of a subscription. */
export interface Context {
  readonly caller: Caller
  /** Included in every error, in the response headers and in the log. */
  readonly requestId: string
  readonly services: Services
  /** Set for a request with an Idempotency-Key. */
  readonly record?: RequestRecord
  /**
   * The records that were read in this request. Every mutation begins with new loaders, so that its answer shows its
   * changes.
   */
  loaders: Loaders
  /** Counts the objects in the answer. */
  readonly objects: ObjectMeter
  /** Whether graphql-jit runs the operation, which takes no promises as items of lists. */
  readonly isCompiled?: true
}

/**
 * @param options.owner The owner in whose turn the answer is built.
 * @param options.receiver The client, if the operation may end when it has gone.
 */
export function createContext(
  services: Services,
  caller: Caller,
  {
    requestId,
    owner,
    receiver,
  }: { readonly requestId: string; readonly owner: string; readonly receiver?: Receiver },
): Context {
  const objects = new ObjectMeter(owner, receiver)
  return { caller, requestId, services, objects, loaders: createLoaders(services, caller, objects) }
}

/** Receives events of the API for metrics. The API does not wait for the calls, and they must not throw. */
export interface ApiWatch {
  /** Called for each element of `errors` that is sent, with its code. Codes are from a fixed list. */
  errorSent(code: string): void
  /** Called when an operation begins, with its first root field. The returned function is called when it ends. */
  operationBegins?(rootField: string): () => void
  socketOpened(): void
  socketClosed(code: number): void
  /** Called when a subscription starts to send. Each call is followed by one `streamEnded`. */
  streamStarted(): void
  streamEnded(): void
}
