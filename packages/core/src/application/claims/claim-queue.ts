import type { Claim } from '../../domain/claim.ts'
import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'
import type { ClaimSubmission, IdempotencyLease, Ports, RoutedClaim, ServedClaim } from '../../ports/index.ts'
import { createDropQueue, type DropQueuePorts } from '../drop-queue.ts'
import type { OutsideFacts } from '../gating/outside-facts.ts'
import type { Settings } from '../settings.ts'
import { ClaimOutcomeUnknown, commitClaims, hasPriceOrLottery } from './serve-claim-batch.ts'

/** A claim that waits for its batch. */
export interface QueuedClaim extends ClaimRequest {
  /**
   * Called with a new claim before its commit, so that its answer is prepared meanwhile. Called again with another claim if
   * this one could not be committed. Not called if another process serves the claim.
   */
  readonly onReserved?: OnReserved | undefined
}

type OnReserved = (claim: Claim, drop: Drop) => void

/** The claims that wait while the previous batch of their drop is being committed. */
export interface ClaimQueue {
  /** Rejects with `overloaded` if the queue is full or the expected wait is too long. The claim then has no effect. */
  submit(
    dropId: DropId,
    request: ClaimRequest,
    onReserved?: OnReserved,
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

type QueuePorts = DropQueuePorts & Pick<Ports, 'store' | 'idempotency' | 'secrets' | 'hashes' | 'claimRouter'>

/** Drops with a price or a lottery that are cached between batches. */
const MAX_REMEMBERED_DROPS = 10_000

export function createClaimQueue(
  ports: QueuePorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
): ClaimQueue {
  const pricedOrLottery = createRememberedDrops<Drop>(MAX_REMEMBERED_DROPS, hasPriceOrLottery)
  const queue = createDropQueue<QueuedClaim, ServedClaim>(ports, settings, outsideFacts, {
    noun: 'claims',
    walletOf: ({ claimer }) => claimer,
    commit: (dropId, tickets) => commitClaims({ ports, settings, pricedOrLottery, dropId }, tickets),
    workOf: (dropId, tickets) => ({
      kind: 'claim_batch',
      dropId,
      claims: tickets.length,
      origins: tickets.flatMap(({ origin }) => origin ?? []),
    }),
  })
  const serve = ({ dropId, request, lease }: ClaimSubmission, onReserved?: OnReserved) =>
    queue.serve(dropId, onReserved ? { ...request, onReserved } : request, lease)

  /** Whether a claim that another process may have committed can be served without a second claim. */
  async function canServeAgain({ dropId, request, lease }: ClaimSubmission): Promise<boolean> {
    // A link has one claim, which answers its wallet again.
    if (request.linkId !== undefined) return true
    if (lease === null) return false
    // Waits for the lock, and so for the end of a transaction of the other process.
    await ports.store.changeDrop(dropId, {}, () => ({ result: undefined }))
    return !(await ports.idempotency.tookEffect(lease))
  }

  async function serveRouted(
    routed: Promise<RoutedClaim>,
    submission: ClaimSubmission,
  ): Promise<Result<ServedClaim, Refusal>> {
    const outcome = await routed
    if (outcome.kind === 'served') return outcome.answer
    if (outcome.kind === 'lost' && !(await canServeAgain(submission))) throw new ClaimOutcomeUnknown()
    return serve(submission)
  }

  return {
    submit(dropId, request, onReserved, lease = null) {
      const submission = { dropId, request, lease }
      const routed = ports.claimRouter?.route(submission)
      return routed === undefined ? serve(submission, onReserved) : serveRouted(routed, submission)
    },
    serve: (submission) => serve(submission),
    get waiting() {
      return queue.waiting
    },
  }
}

/** Which drops were of some kind when they were last seen: a guess that spares the other drops a query. */
export interface RememberedDrops<Seen extends { readonly id: DropId }> {
  has(dropId: string): boolean
  note(drop: Seen): void
}

/** Remembers at most so many, and begins anew beyond: a drop that is forgotten costs one more query. */
export function createRememberedDrops<Seen extends { readonly id: DropId }>(
  most: number,
  isOfKind: (drop: Seen) => boolean,
): RememberedDrops<Seen> {
  const known = new Set<string>()
  return {
    has: (dropId) => known.has(dropId),
    note(drop) {
      if (!isOfKind(drop)) known.delete(drop.id)
      else {
        if (known.size >= most) known.clear()
        known.add(drop.id)
      }
    },
  }
}
