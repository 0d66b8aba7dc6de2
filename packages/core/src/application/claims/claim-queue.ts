import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'
import type {
  ClaimSubmission,
  IdempotencyLease,
  Ports,
  RoutedClaim,
  ServedClaim,
  StoreUnavailable,
} from '../../ports/index.ts'
import { createDropQueue, type DropQueuePorts } from '../drop-queue.ts'
import { createRememberedDrops } from '../drops/remembered-drops.ts'
import type { OutsideFacts } from '../gating/outside-facts.ts'
import type { Settings } from '../settings.ts'
import { commitClaims, hasPriceOrLottery } from './serve-claim-batch.ts'

/** The claims that wait while the previous batch of their drop is being committed. */
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

type QueuePorts = DropQueuePorts & Pick<Ports, 'store' | 'secrets' | 'hashes' | 'claimRouter'>

/** Drops with a price or a lottery that are cached between batches. */
const MAX_REMEMBERED_DROPS = 10_000

export function createClaimQueue(
  ports: QueuePorts,
  settings: Settings,
  outsideFacts: OutsideFacts,
): ClaimQueue {
  const pricedOrLottery = createRememberedDrops<Drop>(MAX_REMEMBERED_DROPS, hasPriceOrLottery)
  const queue = createDropQueue<ClaimRequest, ServedClaim>(ports, settings, outsideFacts, {
    noun: 'claims',
    walletOf: ({ claimer }) => claimer,
    commit: (dropId, tickets) => commitClaims({ ports, settings, pricedOrLottery, dropId }, tickets),
    isSafeToRepeat,
    workOf: (dropId, tickets) => ({
      kind: 'claim_batch',
      dropId,
      claims: tickets.length,
      origins: tickets.flatMap(({ origin }) => origin ?? []),
    }),
  })
  const serve = ({ dropId, request, lease }: ClaimSubmission) => queue.serve(dropId, request, lease)

  async function serveRouted(
    routed: Promise<RoutedClaim>,
    submission: ClaimSubmission,
  ): Promise<Result<ServedClaim, Refusal>> {
    const outcome = await routed
    if (outcome.kind === 'served') return outcome.answer
    if (outcome.kind === 'lost' && !isSafeToRepeat(submission.request)) throw new ClaimLost()
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
      return queue.waiting
    },
  }
}

/**
 * A random claim may have been committed and delivered already, and a repeat would draw another one. A link has only one
 * claim, and a claim with a voucher is answered with the same claim.
 */
const isSafeToRepeat = ({ operation }: ClaimRequest): boolean => operation !== 'random'

/** The caller should retry, as after a commit whose answer was lost. */
class ClaimLost extends Error implements StoreUnavailable {
  override readonly name = 'StoreUnavailable'
  readonly retryable = true

  constructor() {
    super('the process that served this claim ended before it answered')
  }
}
