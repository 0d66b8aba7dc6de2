import type { Address } from '../domain/address.ts'
import { type FactRequest, factKey, type StoreSource } from '../domain/gating/rule-kind.ts'
import type { HumanProof } from '../domain/human-check.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { invariant } from '../domain/invariant.ts'
import type { Refusal } from '../domain/refusal.ts'
import { err, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import {
  type IdempotencyLease,
  type InstrumentedWork,
  instrumented,
  isStoreUnavailable,
  type Ports,
  type WorkOrigin,
} from '../ports/index.ts'
import { createBatchers } from './batcher.ts'
import { type Judgment, withFacts } from './claims/with-facts.ts'
import type { GatheredFacts, OutsideFacts } from './gating/outside-facts.ts'
import { createLoadShedder, createWaitEstimate } from './load-shedder.ts'
import type { Settings } from './settings.ts'

/** Queues requests per drop while the previous batch of that drop is being committed. */
interface DropQueue<Request, Answer> {
  /** Rejects with `overloaded` if the queue is full or the expected wait is too long. The request then has no effect. */
  serve(dropId: DropId, request: Request, lease: IdempotencyLease | null): Promise<Result<Answer, Refusal>>
  /** The number of requests of all drops that wait for their batch or its commit, without those whose facts are loading. */
  readonly waiting: number
}

interface Queued {
  readonly caller: Caller
  readonly proof?: HumanProof | undefined
}

export type DropQueuePorts = Pick<
  Ports,
  'clock' | 'log' | 'instrumentation' | 'endOfTurn' | 'humanChecks' | 'ruleKinds'
>

export function createDropQueue<Request extends Queued, Answer>(
  ports: DropQueuePorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
  kind: QueuedKind<Request, Answer>,
): DropQueue<Request, Answer> {
  const batchers = createBatchers<DropId, Ticket<Request>, Judgment<Answer>>()
  /** When the running batch of a drop started. */
  const runningSince = new Map<DropId, Instant>()
  const factPorts = { ...ports, outsideFacts }
  const estimate = createWaitEstimate(settings.maxClaimsPerBatch)
  const shedder = createLoadShedder(settings.maxClaimWaitMs, settings.maxWaitingClaims)
  /** Requests without an answer, and the number of them that wait for a batch. */
  let present = 0
  let waiting = 0

  const batcherOf = (dropId: DropId) =>
    batchers.open(dropId, () => ({
      maxBatch: settings.maxClaimsPerBatch,
      endOfTurn: ports.endOfTurn,
      run: async (tickets) => {
        const startedAt = ports.clock.now()
        runningSince.set(dropId, startedAt)
        try {
          return await instrumented(
            ports.instrumentation,
            () => kind.workOf(dropId, tickets),
            () => serveTickets(kind, dropId, tickets),
          )
        } finally {
          estimate.observe(startedAt, ports.clock.now())
          runningSince.delete(dropId)
        }
      },
      onSplit: ({ length }, error) =>
        ports.log.warn(`a batch of ${kind.noun} failed and is tried again one by one`, {
          dropId,
          [kind.noun]: length,
          reason: String(error),
        }),
    }))

  /** Returns why no further request may wait on this drop now. Undefined if it may. */
  function refusalToWait(dropId: DropId): Refusal | undefined {
    const now = ports.clock.now()
    const ahead = {
      waiting: batchers.get(dropId)?.length ?? 0,
      runningSince: runningSince.get(dropId) ?? null,
    }
    const waitMs = estimate.expectedWaitMs(ahead, now)
    if (present >= settings.maxWaitingClaims) return overloaded(kind.noun, present, waitMs)
    // A slow store is not overload while all waiting requests fit into one batch.
    const isCrowded = waiting >= settings.maxClaimsPerBatch
    return shedder.refuses(isCrowded ? waitMs : 0, now) ? overloaded(kind.noun, waiting, waitMs) : undefined
  }

  async function judgeInBatch(dropId: DropId, ticket: Ticket<Request>): Promise<Judgment<Answer>> {
    waiting++
    try {
      return await batcherOf(dropId).add(ticket)
    } finally {
      waiting--
    }
  }

  return {
    async serve(dropId, request, lease) {
      const refusal = refusalToWait(dropId)
      if (refusal) return err(refusal)
      present++
      try {
        const given = request.proof
        return await withFacts(
          factPorts,
          { caller: request.caller, wallet: kind.walletOf(request), proof: given },
          ({ facts, proof }) =>
            judgeInBatch(dropId, {
              request: proof === given ? request : { ...request, proof },
              facts,
              lease,
              origin: ports.instrumentation?.here(),
            }),
        )
      } finally {
        present--
      }
    },
    get waiting() {
      return waiting
    },
  }
}

const LEAST_RETRY_MS = 100

/** `retryAfterMs` is the time in which the waiting requests will be served. */
const overloaded = (noun: string, waiting: number, waitMs: number): Refusal => ({
  kind: 'overloaded',
  retryAfterMs: Math.max(LEAST_RETRY_MS, waitMs),
  message: `Too many ${noun} are waiting (${waiting}); try again shortly`,
  details: { limit: `waiting ${noun}`, waiting, waitMs },
})

/** A queued request, with the facts that were loaded for it if its drop's rules need any. */
export interface Ticket<Request> {
  readonly request: Request
  readonly facts: GatheredFacts | null
  /** Set for a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
  readonly origin: WorkOrigin | undefined
}

/** A kind of request that a queue serves. */
interface QueuedKind<Request, Answer> {
  /** The plural, for messages. */
  readonly noun: string
  walletOf(request: Request): Address
  /**
   * Returns a function that decides the requests of one drop and commits their effects in one transaction, with one judgment
   * per ticket. A second call, after the store has not answered the first, has no second effect.
   */
  commit(dropId: DropId, tickets: readonly Ticket<Request>[]): () => Promise<readonly Judgment<Answer>[]>
  workOf(dropId: DropId, tickets: readonly Ticket<Request>[]): InstrumentedWork
}

export const answered = <Answer>(answer: Result<Answer, Refusal>): Judgment<Answer> => ({
  kind: 'answered',
  answer,
})

/** Commits a batch. If the store cannot be reached, tries once more. */
async function serveTickets<Request, Answer>(
  kind: QueuedKind<Request, Answer>,
  dropId: DropId,
  tickets: readonly Ticket<Request>[],
): Promise<readonly Judgment<Answer>[]> {
  const commit = kind.commit(dropId, tickets)
  try {
    return await commit()
  } catch (unavailable) {
    if (!isStoreUnavailable(unavailable)) throw unavailable
    // Whatever the second error is, the first call may have been committed, so the batch must not be split.
    return commit().catch(() => Promise.reject(unavailable))
  }
}

/** The facts that the rules need from the store, for all tickets, without duplicates. */
export function factsWanted(tickets: readonly Ticket<unknown>[], now: Instant) {
  const requests = new Map<string, FactRequest<StoreSource>>()
  for (const { facts } of tickets) {
    for (const request of facts?.storeRequests ?? []) requests.set(factKey(request), request)
  }
  return requests.size === 0 ? undefined : { requests: [...requests.values()], now }
}

export function ticketAt<Request>(tickets: readonly Ticket<Request>[], index: number): Ticket<Request> {
  const ticket = tickets[index]
  invariant(ticket !== undefined, 'a ticket for each request')
  return ticket
}
