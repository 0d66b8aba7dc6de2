import { requestsFor } from '../domain/gating/evaluate.ts'
import type { HumanProof } from '../domain/human-check.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Refusal } from '../domain/refusal.ts'
import { err, type Result } from '../domain/result.ts'
import { type IdempotencyLease, instrumented, type Ports } from '../ports/index.ts'
import { type Batcher, createBatcher } from './batcher.ts'
import { verifyProof } from './claims/human-challenge.ts'
import { type Attempt, type QueuedKind, serveTickets, type Ticket } from './drop-tickets.ts'
import type { GatheredFacts, OutsideFacts } from './gating/outside-facts.ts'
import { createLoadShedder } from './load-shedder.ts'
import type { Settings } from './settings.ts'
import { createWaitEstimate } from './wait-estimate.ts'

/** Queues requests per drop while the previous batch of that drop is being committed. */
export interface DropQueue<Request, Answer> {
  /** Rejects with `overloaded` if the queue is full or the expected wait is too long. The request then has no effect. */
  serve(dropId: DropId, request: Request, lease: IdempotencyLease | null): Promise<Result<Answer, Refusal>>
  /** The number of requests of all drops that wait for their batch or its commit, without those whose facts are loading. */
  readonly waiting: number
}

export type DropQueuePorts = Pick<
  Ports,
  'clock' | 'log' | 'instrumentation' | 'endOfTurn' | 'humanChecks' | 'ruleKinds'
>

interface OpenQueue<Request, Answer> {
  readonly batcher: Batcher<Ticket<Request>, Attempt<Answer>>
  /** When the running batch started. */
  runningSince: Instant | null
}

/** How often a request loads missing facts before it is refused. A human proof gets one more round to verify it. */
const MAX_ROUNDS = 3

export function createDropQueue<Request extends { readonly proof?: HumanProof | undefined }, Answer>(
  ports: DropQueuePorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
  kind: QueuedKind<Request, Answer>,
): DropQueue<Request, Answer> {
  const queues = new Map<DropId, OpenQueue<Request, Answer>>()
  const estimate = createWaitEstimate(settings.maxClaimsPerBatch)
  const shedder = createLoadShedder(settings.maxClaimWaitMs, settings.maxWaitingClaims)
  /** Requests without an answer, and the number of them that wait for a batch. */
  let present = 0
  let waiting = 0

  function batcherOf(dropId: DropId): OpenQueue<Request, Answer>['batcher'] {
    const existing = queues.get(dropId)
    if (existing) return existing.batcher
    const batcher = createBatcher<Ticket<Request>, Attempt<Answer>>(
      settings.maxClaimsPerBatch,
      async (tickets) => {
        const startedAt = ports.clock.now()
        opened.runningSince = startedAt
        try {
          return await instrumented(
            ports.instrumentation,
            () => kind.workOf(dropId, tickets),
            () => serveTickets(ports.log, kind, dropId, tickets),
          )
        } finally {
          estimate.observe(startedAt, ports.clock.now())
          opened.runningSince = null
          waiting -= tickets.length
        }
      },
      () => queues.delete(dropId),
      ports.endOfTurn,
    )
    const opened: OpenQueue<Request, Answer> = { batcher, runningSince: null }
    queues.set(dropId, opened)
    return batcher
  }

  /** Returns why no further request may wait on this drop now. Undefined if it may. */
  function refusalToWait(dropId: DropId): Refusal | undefined {
    const now = ports.clock.now()
    const opened = queues.get(dropId)
    const ahead = { waiting: opened?.batcher.length ?? 0, runningSince: opened?.runningSince ?? null }
    const waitMs = estimate.expectedWaitMs(ahead, now)
    if (present >= settings.maxWaitingClaims) return overloaded(kind.noun, present, waitMs)
    // A slow store is not overload while all waiting requests fit into one batch.
    const isCrowded = waiting >= settings.maxClaimsPerBatch
    return shedder.refuses(isCrowded ? waitMs : 0, now) ? overloaded(kind.noun, waiting, waitMs) : undefined
  }

  async function serveWithFacts(
    dropId: DropId,
    asked: Request,
    lease: IdempotencyLease | null,
  ): Promise<Result<Answer, Refusal>> {
    let request = asked
    let facts: GatheredFacts | null = null
    const maxRounds = MAX_ROUNDS + (asked.proof === undefined ? 0 : 1)
    for (let round = 0; round <= maxRounds; round++) {
      waiting++
      const origin = ports.instrumentation?.here()
      const attempt = await batcherOf(dropId).add({ request, facts, lease, origin })
      if (attempt.kind === 'failed') throw attempt.fault
      if (attempt.kind === 'answered') return attempt.answer
      const { drop } = attempt
      const wallet = kind.walletOf(request)
      if (attempt.kind === 'proof_needed') {
        const proof = await verifyProof(ports, drop, { wallet, proof: request.proof })
        if (!proof.ok) return proof
        request = { ...request, proof: proof.value }
        continue
      }
      const age = facts === null ? 'kept' : 'fresh'
      facts = await outsideFacts.gather(drop, requestsFor(drop, ports.ruleKinds), wallet, age)
    }
    return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
  }

  return {
    async serve(dropId, request, lease) {
      const refusal = refusalToWait(dropId)
      if (refusal) return err(refusal)
      present++
      try {
        return await serveWithFacts(dropId, request, lease)
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
