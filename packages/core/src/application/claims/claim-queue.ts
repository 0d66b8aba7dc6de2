import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { requestsFor } from '../../domain/gating/evaluate.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import {
  type ClaimSubmission,
  type IdempotencyLease,
  type InstrumentedWork,
  instrumented,
  type Ports,
  type RoutedClaim,
  type ServedClaim,
  type StoreUnavailable,
} from '../../ports/index.ts'
import { type Batcher, createBatcher } from '../batcher.ts'
import { createRememberedDrops } from '../drops/remembered-drops.ts'
import type { GatheredFacts, OutsideFacts } from '../gating/outside-facts.ts'
import { createLoadShedder } from '../load-shedder.ts'
import type { Settings } from '../settings.ts'
import { verifyProof } from './human-challenge.ts'
import {
  type Attempt,
  type BatchPorts,
  type ClaimTicket,
  isSafeToRepeat,
  isSpecial,
  serveBatch,
} from './serve-claim-batch.ts'
import { createWaitEstimate } from './wait-estimate.ts'

/** Queues claims per drop while the previous batch of that drop is being committed. */
export interface ClaimQueue {
  /** Rejects with `overloaded` if the queue is full or the expected wait is too long. The claim then has no effect. */
  submit(
    dropId: DropId,
    request: ClaimRequest,
    lease?: IdempotencyLease | null,
  ): Promise<Result<ServedClaim, Refusal>>
  /**
   * The same, for a claim that another process has routed to this one. This process serves it, whatever its own router
   * says.
   */
  serve(submission: ClaimSubmission): Promise<Result<ServedClaim, Refusal>>
  /**
   * The number of claims of all drops that wait for their batch or its commit, without those whose facts are being loaded.
   */
  readonly waiting: number
}

type QueuePorts = BatchPorts & Pick<Ports, 'instrumentation' | 'endOfTurn' | 'claimRouter' | 'humanChecks'>

interface DropQueue {
  readonly batcher: Batcher<ClaimTicket, Attempt>
  /** When the running batch started. */
  runningSince: Instant | null
}

/** Drops with a price or a lottery that are cached between batches. */
const MAX_SPECIAL_DROPS = 10_000

/** How often a claim loads missing facts before it is rejected. A claim with a human proof gets one more round to verify it. */
const MAX_ROUNDS = 3

export function createClaimQueue(
  ports: QueuePorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
): ClaimQueue {
  const queues = new Map<DropId, DropQueue>()
  const estimate = createWaitEstimate(settings.maxClaimsPerBatch)
  const shedder = createLoadShedder(settings.maxClaimWaitMs, settings.maxWaitingClaims)
  const special = createRememberedDrops<Drop>(MAX_SPECIAL_DROPS, isSpecial)
  /** Claims without an answer, and the number of them that wait for a batch. */
  let present = 0
  let waiting = 0

  function batcherOf(dropId: DropId): DropQueue['batcher'] {
    const existing = queues.get(dropId)
    if (existing) return existing.batcher
    const batcher = createBatcher<ClaimTicket, Attempt>(
      settings.maxClaimsPerBatch,
      async (tickets) => {
        const startedAt = ports.clock.now()
        opened.runningSince = startedAt
        try {
          return await instrumented(
            ports.instrumentation,
            () => batchOf(dropId, tickets),
            () => serveBatch({ ports, settings, special, dropId }, tickets),
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
    const opened: DropQueue = { batcher, runningSince: null }
    queues.set(dropId, opened)
    return batcher
  }

  /** Returns why no further claim may wait on this drop now. Undefined if it may. */
  function refusalToWait(dropId: DropId): Refusal | undefined {
    const now = ports.clock.now()
    const opened = queues.get(dropId)
    const ahead = { waiting: opened?.batcher.length ?? 0, runningSince: opened?.runningSince ?? null }
    const waitMs = estimate.expectedWaitMs(ahead, now)
    if (present >= settings.maxWaitingClaims) return overloaded(present, waitMs)
    // A slow store is not overload while all waiting claims fit into one batch.
    const isCrowded = waiting >= settings.maxClaimsPerBatch
    return shedder.refuses(isCrowded ? waitMs : 0, now) ? overloaded(waiting, waitMs) : undefined
  }

  async function serveWithFacts(
    dropId: DropId,
    asked: ClaimRequest,
    lease: IdempotencyLease | null,
  ): Promise<Result<ServedClaim, Refusal>> {
    let request = asked
    let facts: GatheredFacts | null = null
    const maxRounds = MAX_ROUNDS + (asked.proof === undefined ? 0 : 1)
    for (let round = 0; round <= maxRounds; round++) {
      waiting++
      const attempt = await batcherOf(dropId).add({
        request,
        facts,
        lease,
        origin: ports.instrumentation?.here(),
      })
      if ('fault' in attempt) throw attempt.fault
      if (!attempt.ok) return attempt
      const { decision, drop } = attempt.value
      if (decision.kind === 'proof_needed') {
        const proof = await verifyProof(ports, drop, { wallet: request.claimer, proof: request.proof })
        if (!proof.ok) return proof
        request = { ...request, proof: proof.value }
        continue
      }
      if (decision.kind !== 'facts_needed') return ok({ decision, drop })
      const age = facts === null ? 'kept' : 'fresh'
      facts = await outsideFacts.gather(drop, requestsFor(drop, ports.ruleKinds), request.claimer, age)
    }
    return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
  }

  async function serve({ dropId, request, lease }: ClaimSubmission): Promise<Result<ServedClaim, Refusal>> {
    const refusal = refusalToWait(dropId)
    if (refusal) return err(refusal)
    present++
    try {
      return await serveWithFacts(dropId, request, lease)
    } finally {
      present--
    }
  }

  async function serveRouted(
    routed: Promise<RoutedClaim>,
    submission: ClaimSubmission,
  ): Promise<Result<ServedClaim, Refusal>> {
    const outcome = await routed
    if (outcome.kind === 'served') return outcome.answer
    if (outcome.kind === 'lost' && !isSafeToRepeat(submission)) throw new ClaimLost()
    return serve(submission)
  }

  return {
    submit(dropId, request, lease = null) {
      const submission = { dropId, request, lease }
      const routed = ports.claimRouter?.route(submission)
      return routed === undefined ? serve(submission) : serveRouted(routed, submission)
    },
    serve,
    get waiting() {
      return waiting
    },
  }
}

/** The caller should retry, as after a commit whose answer was lost. */
class ClaimLost extends Error implements StoreUnavailable {
  override readonly name = 'StoreUnavailable'
  readonly retryable = true

  constructor() {
    super('the process that served this claim ended before it answered')
  }
}

const batchOf = (dropId: DropId, tickets: readonly ClaimTicket[]): InstrumentedWork => ({
  kind: 'claim_batch',
  dropId,
  claims: tickets.length,
  origins: tickets.flatMap(({ origin }) => origin ?? []),
})

const LEAST_RETRY_MS = 100

/** `retryAfterMs` is the time in which the waiting claims will be served. */
const overloaded = (waiting: number, waitMs: number): Refusal => ({
  kind: 'overloaded',
  retryAfterMs: Math.max(LEAST_RETRY_MS, waitMs),
  message: `Too many claims are waiting (${waiting}); try again shortly`,
  details: { limit: 'waiting claims', waiting, waitMs },
})
