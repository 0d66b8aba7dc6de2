import { type Claim, idOfClaim, voucherExpiryOf } from '../../domain/claim.ts'
import { type ClaimBatchResult, decideClaims } from '../../domain/claim-batch.ts'
import type { ClaimRequest } from '../../domain/claim-decision.ts'
import { revealTimeOf } from '../../domain/claim-order.ts'
import { type Drop, isServerDelivered } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import { notFound } from '../../domain/refusal.ts'
import { err, ok } from '../../domain/result.ts'
import type {
  Buyer,
  Change,
  DropState,
  DropStateQuery,
  JobRequest,
  Ports,
  ServedClaim,
  StoreUnavailable,
} from '../../ports/index.ts'
import { answered, factsWanted, type Ticket, ticketAt } from '../drop-queue.ts'
import { openSeed } from '../drops/create-drop.ts'
import { gateFor } from '../gating/outside-facts.ts'
import type { Settings } from '../settings.ts'
import type { QueuedClaim, RememberedDrops } from './claim-queue.ts'
import type { Judgment } from './with-facts.ts'

type BatchPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'ruleKinds'>
type ClaimTicket = Ticket<QueuedClaim>

interface BatchContext {
  readonly ports: BatchPorts
  readonly settings: Settings
  /** Drops that are known to have a price or a lottery. Their claims need more state from the store. */
  readonly pricedOrLottery: RememberedDrops<Drop>
  readonly dropId: DropId
}

type Committed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'more_needed'; readonly drop: Drop }
  | ({ readonly kind: 'decided' } & ClaimBatchResult)

/**
 * Returns a function that decides claims on one drop and commits them in one transaction. If the store has not answered it,
 * it may be called again: claims that an earlier call has committed are answered as that call decided them.
 */
export function commitClaims(
  context: BatchContext,
  tickets: readonly ClaimTicket[],
): () => Promise<readonly Judgment<ServedClaim>[]> {
  const { ports, settings, pricedOrLottery, dropId } = context
  const requests = tickets.map(({ request }) => request)
  const wallets = [...new Set(requests.map(({ claimer }) => claimer))]
  const linkIds = [...new Set(requests.flatMap(({ linkId }) => linkId ?? []))]
  const approvals = requests.flatMap(({ claimer: wallet, recipient }) =>
    recipient ? [{ wallet, nonce: recipient.nonce }] : [],
  )
  /** What the latest call has decided, and may have committed. */
  let attempt: ClaimBatchResult | undefined

  return async function commit(): Promise<readonly Judgment<ServedClaim>[]> {
    const earlier = attempt
    const facts = factsWanted(tickets, ports.clock.now())
    // Payments and lotteries matter on few drops, and only the locked state shows whether this drop is one of them.
    const asksForMore = pricedOrLottery.has(dropId)
    const query: DropStateQuery = {
      wallets,
      facts,
      ...(asksForMore ? { buyers: requests.map(asBuyer), entriesOf: wallets } : {}),
      ...(linkIds.length > 0 ? { linkIds } : {}),
      ...(approvals.length > 0 ? { approvals } : {}),
      ...(earlier ? { sequences: writtenBy(earlier).map(({ sequence }) => sequence) } : {}),
    }
    const committed = await ports.store.changeDrop(dropId, query, (dropState): Change<Committed> => {
      if (dropState && earlier && wasCommitted(earlier, dropState))
        return { result: { kind: 'decided', ...earlier, drop: dropState.drop } }
      if (dropState?.drop.deletedAt !== null) return { result: { kind: 'gone' } }
      if (hasPriceOrLottery(dropState.drop) && !asksForMore)
        return { result: { kind: 'more_needed', drop: dropState.drop } }
      const now = ports.clock.now()
      const result = decideClaims(
        {
          drop: dropState.drop,
          walletStates: dropState.walletStates,
          paid: dropState.paid,
          links: dropState.links,
          entries: dropState.entries,
          usedApprovals: dropState.usedApprovals,
          mostClaims: settings.claimsPerDrop,
          now,
          gate: (index) => {
            const { request, facts } = ticketAt(tickets, index)
            return gateFor(request.claimer, facts, dropState.facts, now, ports.ruleKinds)
          },
          hash: once(() => seededHash(ports, dropState.drop)),
          sha256: ports.hashes.sha256,
        },
        requests,
      )
      attempt = result
      result.decisions.forEach((decision, index) => {
        if (decision.kind === 'reserved') requests[index]?.onReserved?.(decision.claim, result.drop)
      })
      const changes = changesOf(dropState.drop, result, settings, now)
      return { result: { kind: 'decided', ...result }, ...changes, idempotency: effectsOf(tickets, result) }
    })
    invariant(committed.ok, 'claims have no unique field of their own')
    const result = committed.value
    if (result.kind === 'gone') return tickets.map(() => answered(err(notFound('Drop'))))
    pricedOrLottery.note(result.drop)
    if (result.kind === 'more_needed') return commit()
    const { drop } = result
    return result.decisions.map((decision) =>
      decision.kind === 'facts_needed' || decision.kind === 'proof_needed'
        ? { kind: decision.kind, drop }
        : answered(ok({ decision, drop })),
    )
  }
}

/** No intent has more items than this. */
const MOST_ITEMS = 2n ** 31n

const asBuyer = ({ claimer: wallet, amount }: ClaimRequest): Buyer => ({
  wallet,
  items: amount !== null && amount > 0n && amount < MOST_ITEMS ? Number(amount) : 1,
})

/** The claims whose stored state shows whether a batch was committed. The last new claim shows it for all. */
const writtenBy = ({ inserted, renewed }: ClaimBatchResult): readonly Claim[] =>
  inserted.length > 0 ? inserted.slice(-1) : renewed

/**
 * Whether the transaction of a batch was committed, which writes all of it or nothing. The drop's lock has waited for the
 * end of that transaction.
 */
function wasCommitted(batch: ClaimBatchResult, { claims }: Pick<DropState, 'claims'>): boolean {
  const written = writtenBy(batch)
  if (batch.inserted.length > 0) {
    // A head covers the claim and all claims before it.
    return written.every(({ sequence, head, callerId }) => {
      const stored = claims.get(sequence)
      return stored !== undefined && stored.head === head && stored.callerId === callerId
    })
  }
  const pending = written.filter(({ sequence }) => claims.get(sequence)?.state.kind === 'PENDING')
  // A claim that is no longer pending does not show whether it was renewed.
  if (written.length > 0 && pending.length === 0) throw new ClaimOutcomeUnknown()
  return (
    written.length > 0 &&
    pending.every((claim) => {
      const stored = claims.get(claim.sequence)
      return stored !== undefined && voucherExpiryOf(stored) === voucherExpiryOf(claim)
    })
  )
}

/** The claim may have been committed. The caller should retry, as after a commit whose answer was lost. */
export class ClaimOutcomeUnknown extends Error implements StoreUnavailable {
  override readonly name = 'StoreUnavailable'
  readonly retryable = true

  constructor() {
    super('it is not known whether this claim was committed')
  }
}

/** Whether claims on a drop depend on more than wallets and facts. */
export const hasPriceOrLottery = ({ price, lottery }: Drop): boolean => price !== null || lottery !== null

/** The effects for requests with an Idempotency-Key: each claim that the batch reserves or renews. */
function effectsOf(tickets: readonly ClaimTicket[], { decisions }: ClaimBatchResult) {
  return tickets.flatMap(({ lease }, index) => {
    const decision = decisions[index]
    const tookEffect = decision?.kind === 'reserved' || decision?.kind === 'renewed'
    return lease && tookEffect ? [{ lease, effect: { kind: 'claim', id: idOfClaim(decision.claim) } }] : []
  })
}

function changesOf(before: Drop, result: ClaimBatchResult, settings: Settings, now: Instant) {
  const issued = [...result.inserted, ...result.renewed]
  const expiries = issued.flatMap((claim) => voucherExpiryOf(claim) ?? [])
  const jobs: JobRequest[] = []
  if (expiries.length > 0) {
    const dueAt = Math.min(...expiries) + settings.expiryMarginMs
    jobs.push({ kind: 'expire_claims', subject: before.id, ownerId: before.creatorId, dueAt })
  }
  const [first] = result.inserted
  if (first !== undefined && isServerDelivered(before)) {
    const revealsAt = revealTimeOf(before, first)
    jobs.push(
      revealsAt === null
        ? { kind: 'deliver_claims', subject: before.id, ownerId: before.creatorId, dueAt: now }
        : { kind: 'reveal_claims', subject: before.id, ownerId: before.creatorId, dueAt: revealsAt },
    )
  }
  return {
    insert: { claims: result.inserted },
    update: {
      drops: result.drop === before ? [] : [result.drop],
      claims: result.renewed,
      paymentIntents: result.intents,
      claimLinks: result.links,
    },
    events: result.events,
    jobs,
  }
}

function seededHash(ports: BatchPorts, drop: Drop): SeededHash {
  invariant(drop.award.kind === 'random', 'only a random drop draws')
  const seed = openSeed(ports.secrets, drop.id, drop.award.seed)
  return (message) => ports.hashes.hmacSha256(seed, message)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
