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

/** A queued claim, with the facts that were gathered for it if its drop's rules need any. */
export interface ClaimTicket {
  readonly request: ClaimRequest
  readonly facts: GatheredFacts | null
  /** Of a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
  readonly origin: WorkOrigin | undefined
}

export type BatchPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'log' | 'ruleKinds'>

interface Decided {
  readonly decision: ClaimDecision
  readonly drop: Drop
}

type Answer = Result<Decided, Refusal>
/** A claim that failed alone: its caller gets the fault, its neighbours do not. */
export type Attempt = Answer | { readonly fault: unknown }

/** What the claims of one drop are served with. */
interface Serving {
  readonly ports: BatchPorts
  readonly settings: Settings
  /** Drops with a price or a lottery, about which more is asked. */
  readonly special: RememberedDrops<Drop>
  readonly dropId: DropId
}

type Committed =
  | { readonly kind: 'gone' }
  | { readonly kind: 'more_needed'; readonly drop: Drop }
  | ({ readonly kind: 'decided' } & ClaimBatchResult)

/**
 * Commits a batch. One that the store refuses is tried again claim by claim, so a bad claim spoils no other; when it
 * is the store that cannot be reached, claims by voucher are tried once more as they are: made twice they are the same.
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

/** A random claim that was made after all may be on its way already, and another one would be drawn. A link has one claim. */
export const isSafeToRepeat = ({ request }: Pick<ClaimTicket, 'request'>): boolean =>
  request.operation !== 'random'

async function commitBatch(serving: Serving, tickets: readonly ClaimTicket[]): Promise<readonly Answer[]> {
  const { ports, settings, special, dropId } = serving
  const requests = tickets.map(({ request }) => request)
  const wallets = [...new Set(requests.map(({ claimer }) => claimer))]
  const facts = factsWanted(tickets, ports.clock.now())
  // What was paid or drawn matters on few drops, and whether this is one only shows under its lock.
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

/** Whether claims on a drop are judged by more than wallets and facts. */
export const isSpecial = ({ price, lottery }: Drop): boolean => price !== null || lottery !== null

/** The effects of the requests with an Idempotency-Key: each claim that the batch reserves or renews. */
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

/** What the rules want of the store, over all tickets; each once. */
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
