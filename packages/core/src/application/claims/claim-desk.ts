import type { ClaimDecision, ClaimRequest } from '../../domain/claim-ladder.ts'
import type { Drop } from '../../domain/drop.ts'
import { requestsFor } from '../../domain/gating/evaluate.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Ports, type ReceiptLease, type WatchedWork, watched } from '../../ports/index.ts'
import { createPricedDrops } from '../drops/priced-drops.ts'
import type { GatheredFacts, OutsideFacts } from '../gating/outside-facts.ts'
import { createPatience } from '../patience.ts'
import type { Settings } from '../settings.ts'
import { createWaitingLine, type WaitingLine } from '../waiting-line.ts'
import { createDeskPace } from './desk-pace.ts'
import { type Attempt, type BatchPorts, type ClaimTicket, serveBatch } from './serve-claim-batch.ts'

interface ServedClaim {
  readonly decision: Exclude<ClaimDecision, { kind: 'facts_needed' }>
  /** The drop as it was when its batch was committed. */
  readonly drop: Drop
}

/** Where claims on a drop wait together while the batch before them is being committed. */
export interface ClaimDesk {
  /** Refused with `overloaded` at once when too many wait already, or would for too long; nothing has happened then. */
  submit(dropId: DropId, request: ClaimRequest, lease?: ReceiptLease): Promise<Result<ServedClaim, Refusal>>
  /** How many claims wait for their batch or its commit, over all drops; not those whose facts are being gathered. */
  readonly waiting: number
}

type DeskPorts = BatchPorts & Pick<Ports, 'watch'>

/** The line before the desk for one drop. */
interface OpenLine {
  readonly line: WaitingLine<ClaimTicket, Attempt>
  /** When the batch began that is being served. */
  servingSince: Instant | null
}

/** How many priced drops are remembered between batches. */
const MAX_PRICED_DROPS = 10_000

/** How often a claim goes back out for facts before its wallet is told to try again. */
const MAX_ROUNDS = 3

export function createClaimDesk(ports: DeskPorts, settings: Settings, outsideFacts: OutsideFacts): ClaimDesk {
  const lines = new Map<DropId, OpenLine>()
  const pace = createDeskPace(settings.maxClaimsPerBatch)
  const patience = createPatience(settings.maxClaimWaitMs, settings.maxWaitingClaims)
  const priced = createPricedDrops(MAX_PRICED_DROPS)
  /** Claims that were submitted and have no answer yet, and those of them that stand in a line. */
  let present = 0
  let waiting = 0

  function lineOf(dropId: DropId): OpenLine['line'] {
    const existing = lines.get(dropId)
    if (existing) return existing.line
    const line = createWaitingLine<ClaimTicket, Attempt>(
      settings.maxClaimsPerBatch,
      async (tickets) => {
        const startedAt = ports.clock.now()
        opened.servingSince = startedAt
        try {
          return await watched(
            ports.watch,
            () => batchOf(dropId, tickets),
            () => serveBatch({ ports, settings, priced, dropId }, tickets),
          )
        } finally {
          pace.served(startedAt, ports.clock.now())
          opened.servingSince = null
          waiting -= tickets.length
        }
      },
      () => lines.delete(dropId),
    )
    const opened: OpenLine = { line, servingSince: null }
    lines.set(dropId, opened)
    return line
  }

  /** Why nobody further may wait for a claim on this drop now. */
  function refusalToWait(dropId: DropId): Refusal | undefined {
    const now = ports.clock.now()
    const opened = lines.get(dropId)
    const ahead = { waiting: opened?.line.length ?? 0, servingSince: opened?.servingSince ?? null }
    const waitMs = pace.expectedWaitMs(ahead, now)
    if (present >= settings.maxWaitingClaims) return overloaded(present, waitMs)
    // So long as all could share one batch, a slow store is no overload.
    const isCrowded = waiting >= settings.maxClaimsPerBatch
    return patience.isTooLong(isCrowded ? waitMs : 0, now) ? overloaded(waiting, waitMs) : undefined
  }

  async function serveWithFacts(
    dropId: DropId,
    request: ClaimRequest,
    lease: ReceiptLease | null,
  ): Promise<Result<ServedClaim, Refusal>> {
    let facts: GatheredFacts | null = null
    for (let round = 0; round <= MAX_ROUNDS; round++) {
      waiting++
      const attempt = await lineOf(dropId).join({ request, facts, lease, origin: ports.watch?.here() })
      if ('fault' in attempt) throw attempt.fault
      if (!attempt.ok) return attempt
      const { decision, drop } = attempt.value
      if (decision.kind !== 'facts_needed') return ok({ decision, drop })
      const age = facts === null ? 'kept' : 'fresh'
      facts = await outsideFacts.gather(drop, requestsFor(drop, ports.ruleKinds), request.claimer, age)
    }
    return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
  }

  return {
    async submit(dropId, request, lease) {
      const refusal = refusalToWait(dropId)
      if (refusal) return err(refusal)
      present++
      try {
        return await serveWithFacts(dropId, request, lease ?? null)
      } finally {
        present--
      }
    },
    get waiting() {
      return waiting
    },
  }
}

const batchOf = (dropId: DropId, tickets: readonly ClaimTicket[]): WatchedWork => ({
  kind: 'claim_batch',
  dropId,
  claims: tickets.length,
  origins: tickets.flatMap(({ origin }) => origin ?? []),
})

const LEAST_RETRY_MS = 100

/** By the time it says, those who wait now have been served. */
const overloaded = (waiting: number, waitMs: number): Refusal => ({
  kind: 'overloaded',
  retryAfterMs: Math.max(LEAST_RETRY_MS, waitMs),
  message: `Too many claims are waiting (${waiting}); try again shortly`,
  details: { limit: 'waiting claims', waiting, waitMs },
})
