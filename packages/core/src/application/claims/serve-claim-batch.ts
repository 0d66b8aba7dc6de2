import { idOfClaim, voucherExpiryOf } from '../../domain/claim.ts'
import { type ClaimBatchResult, decideClaims } from '../../domain/claim-batch.ts'
import type { ClaimDecision, ClaimRequest } from '../../domain/claim-decision.ts'
import { revealTimeOf } from '../../domain/claim-order.ts'
import { type Drop, isServerDelivered } from '../../domain/drop.ts'
import { type FactRequest, factKey } from '../../domain/gating/rule-kind.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import {
  type Change,
  type IdempotencyLease,
  isStoreUnavailable,
  type JobRequest,
  type Ports,
  type WorkOrigin,
} from '../../ports/index.ts'
import { openSeed } from '../drops/drop-secrets.ts'
import type { RememberedDrops } from '../drops/remembered-drops.ts'
import { gateFor } from '../gating/gate.ts'
import type { GatheredFacts } from '../gating/outside-facts.ts'
import type { Settings } from '../settings.ts'

/** A queued claim, with the facts that were loaded for it if its drop's rules need any. */
export interface ClaimTicket {
  readonly request: ClaimRequest
  readonly facts: GatheredFacts | null
  /** Set for a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
  readonly origin: WorkOrigin | undefined
}

export type BatchPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'log' | 'ruleKinds'>

interface Decided {
  readonly decision: ClaimDecision
  readonly drop: Drop
}

type Answer = Result<Decided, Refusal>
/** The result of one claim. If one claim fails alone, only its caller gets the error. */
export type Attempt = Answer | { readonly fault: unknown }

/** The context in which the claims of one drop are served. */
interface Serving {
  readonly ports: BatchPorts
  readonly settings: Settings
  /** Drops with a price or a lottery, which need more state from the store. */
  readonly special: RememberedDrops<Drop>
  readonly dropId: DropId
}

type Committed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'more_needed'; readonly drop: Drop }
  | ({ readonly kind: 'decided' } & ClaimBatchResult)

/**
 * Commits a batch. If the store rejects it, each claim is retried alone, so that an invalid claim does not fail others. If
 * the store cannot be reached, claims with vouchers are retried once, because repeating them gives the same claims.
 */
export async function serveBatch(
  serving: Serving,
  tickets: readonly ClaimTicket[],
): Promise<readonly Attempt[]> {
  const { ports, dropId } = serving
  try {
    return await commitBatch(serving, tickets)
  } catch (fault) {
    if (isStoreUnavailable(fault) && tickets.every(isSafeToRepeat)) return commitBatch(serving, tickets)
    if (tickets.length === 1 || isStoreUnavailable(fault)) return tickets.map(() => ({ fault }))
    ports.log.warn('a batch of claims failed and is tried again claim by claim', {
      dropId,
      claims: tickets.length,
      reason: String(fault),
    })
  }
  const attempts: Attempt[] = []
  for (const ticket of tickets) attempts.push(...(await serveBatch(serving, [ticket])))
  return attempts
}

/**
 * A random claim may have been committed and delivered already, and a repeat would draw another one. A link has only one
 * claim.
 */
export const isSafeToRepeat = ({ request }: Pick<ClaimTicket, 'request'>): boolean =>
  request.operation !== 'random'

async function commitBatch(serving: Serving, tickets: readonly ClaimTicket[]): Promise<readonly Answer[]> {
  const { ports, settings, special, dropId } = serving
  const requests = tickets.map(({ request }) => request)
  const wallets = [...new Set(requests.map(({ claimer }) => claimer))]
  const facts = factsWanted(tickets, ports.clock.now())
  // Payments and lotteries matter on few drops, and only the locked state shows whether this drop is one of them.
  const asksForMore = special.has(dropId)
  const linkIds = [...new Set(requests.flatMap(({ linkId }) => linkId ?? []))]
  const question = {
    wallets,
    facts,
    ...(asksForMore ? { buyers: wallets, entriesOf: wallets } : {}),
    ...(linkIds.length > 0 ? { linkIds } : {}),
  }
  const committed = await ports.store.changeDrop(dropId, question, (dropState): Change<Committed> => {
    if (dropState?.drop.deletedAt !== null) return { result: { kind: 'gone' } }
    if (isSpecial(dropState.drop) && !asksForMore)
      return { result: { kind: 'more_needed', drop: dropState.drop } }
    const now = ports.clock.now()
    const result = decideClaims(
      {
        drop: dropState.drop,
        walletStates: dropState.walletStates,
        paid: dropState.paid,
        links: dropState.links,
        entries: dropState.entries,
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
    const changes = changesOf(dropState.drop, result, settings, now)
    return { result: { kind: 'decided', ...result }, ...changes, idempotency: effectsOf(tickets, result) }
  })
  invariant(committed.ok, 'claims have no unique field of their own')
  const result = committed.value
  if (result.kind === 'gone') return tickets.map(() => err(notFound('Drop')))
  special.note(result.drop)
  if (result.kind === 'more_needed') return commitBatch(serving, tickets)
  return result.decisions.map((decision) => ok({ decision, drop: result.drop }))
}

/** Whether claims on a drop depend on more than wallets and facts. */
export const isSpecial = ({ price, lottery }: Drop): boolean => price !== null || lottery !== null

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

/** The facts that the rules need from the store, for all tickets, without duplicates. */
function factsWanted(tickets: readonly ClaimTicket[], now: Instant) {
  const requests = new Map<string, FactRequest>()
  for (const { facts } of tickets) {
    for (const request of facts?.storeRequests ?? []) requests.set(factKey(request), request)
  }
  return requests.size === 0 ? undefined : { requests: [...requests.values()], now }
}

function ticketAt(tickets: readonly ClaimTicket[], index: number): ClaimTicket {
  const ticket = tickets[index]
  invariant(ticket !== undefined, 'a ticket for each request')
  return ticket
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
