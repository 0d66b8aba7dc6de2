import { idOfClaim } from '../domain/claim.ts'
import { type ClaimBatchResult, decideClaims } from '../domain/claim-batch.ts'
import type { ClaimDecision, ClaimRequest } from '../domain/claim-ladder.ts'
import type { Drop } from '../domain/drop.ts'
import { requestsFor } from '../domain/gating/evaluate.ts'
import { type FactRequest, factKey } from '../domain/gating/rule-kind.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { invariant } from '../domain/invariant.ts'
import type { SeededHash } from '../domain/random-amount.ts'
import { notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { JobRequest, Ports, ReceiptLease } from '../ports/index.ts'
import type { ChainFacts, GatheredFacts } from './chain-facts.ts'
import { openSeed } from './drop-secrets.ts'
import { gateFor } from './gate.ts'
import type { Settings } from './settings.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** A claim at the desk, with the facts that were gathered for it, if its drop's rules wanted any. */
interface ClaimTicket {
  readonly request: ClaimRequest
  readonly facts: GatheredFacts | null
  /** Of a request with an Idempotency-Key. */
  readonly lease: ReceiptLease | null
}

interface ServedClaim {
  readonly decision: Exclude<ClaimDecision, { kind: 'facts_needed' }>
  /** The drop as it was when its batch was committed. */
  readonly drop: Drop
}

/** Where claims on a drop wait together while the batch before them is being committed. */
export interface ClaimDesk {
  /** Refused with `overloaded` at once when too many wait already; nothing has happened then. */
  submit(dropId: DropId, request: ClaimRequest, lease?: ReceiptLease): Promise<Result<ServedClaim, Refusal>>
  /** How many claims wait, over all drops. */
  readonly waiting: number
}

type DeskPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'log'>
interface Decided {
  readonly decision: ClaimDecision
  readonly drop: Drop
}

type Answer = Result<Decided, Refusal>
/** A claim that failed alone: its caller gets the fault, its neighbours do not. */
type Attempt = Answer | { readonly fault: unknown }

/** How often a claim goes back out for facts before its wallet is told to try again. */
const MAX_ROUNDS = 3

export function createClaimDesk(ports: DeskPorts, settings: Settings, chainFacts: ChainFacts): ClaimDesk {
  const lines = new Map<DropId, WaitingLine<ClaimTicket, Attempt>>()
  let waiting = 0

  function lineOf(dropId: DropId): WaitingLine<ClaimTicket, Attempt> {
    const existing = lines.get(dropId)
    if (existing) return existing
    const line = createWaitingLine<ClaimTicket, Attempt>(
      settings.maxClaimsPerBatch,
      (tickets) => serveBatch(ports, settings, dropId, tickets),
      () => lines.delete(dropId),
    )
    lines.set(dropId, line)
    return line
  }

  async function serveWithFacts(
    dropId: DropId,
    request: ClaimRequest,
    lease: ReceiptLease | null,
  ): Promise<Result<ServedClaim, Refusal>> {
    let facts: GatheredFacts | null = null
    for (let round = 0; round <= MAX_ROUNDS; round++) {
      const attempt = await lineOf(dropId).join({ request, facts, lease })
      if ('fault' in attempt) throw attempt.fault
      if (!attempt.ok) return attempt
      const { decision, drop } = attempt.value
      if (decision.kind !== 'facts_needed') return ok({ decision, drop })
      facts = await chainFacts.gather(drop, requestsFor(drop), request.claimer)
    }
    return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
  }

  return {
    async submit(dropId, request, lease) {
      if (waiting >= settings.maxWaitingClaims) return err(overloaded(waiting))
      waiting++
      try {
        return await serveWithFacts(dropId, request, lease ?? null)
      } finally {
        waiting--
      }
    },
    get waiting() {
      return waiting
    },
  }
}

const overloaded = (waiting: number): Refusal => ({
  kind: 'overloaded',
  retryAfterMs: 1_000,
  message: `Too many claims are waiting (${waiting}); try again shortly`,
  details: { limit: 'waiting claims', waiting },
})

/**
 * Commits a batch. One that the store refuses is tried again claim by claim, so a bad claim spoils no other; when it
 * is the store that cannot be reached, claims by voucher are tried once more as they are: made twice they are the same.
 */
async function serveBatch(
  ports: DeskPorts,
  settings: Settings,
  dropId: DropId,
  tickets: readonly ClaimTicket[],
): Promise<readonly Attempt[]> {
  try {
    return await commitBatch(ports, settings, dropId, tickets)
  } catch (fault) {
    if (isUnavailable(fault) && tickets.every(isSafeToRepeat))
      return commitBatch(ports, settings, dropId, tickets)
    if (tickets.length === 1 || isUnavailable(fault)) return tickets.map(() => ({ fault }))
    ports.log.warn('a batch of claims failed and is tried again claim by claim', {
      dropId,
      claims: tickets.length,
      reason: String(fault),
    })
  }
  const attempts: Attempt[] = []
  for (const ticket of tickets) attempts.push(...(await serveBatch(ports, settings, dropId, [ticket])))
  return attempts
}

/** A random claim that was made after all may be on its way already, and another one would be drawn. */
const isSafeToRepeat = ({ request }: ClaimTicket): boolean => request.operation === 'claim'

const isUnavailable = (fault: unknown): boolean => fault instanceof Error && fault.name === 'StoreUnavailable'

async function commitBatch(
  ports: DeskPorts,
  settings: Settings,
  dropId: DropId,
  tickets: readonly ClaimTicket[],
): Promise<readonly Answer[]> {
  const requests = tickets.map(({ request }) => request)
  const wallets = [...new Set(requests.map(({ claimer }) => claimer))]
  const facts = factsWanted(tickets, ports.clock.now())
  const committed = await ports.store.changeDrop(dropId, { wallets, buyers: wallets, facts }, (pool) => {
    if (pool === null || pool.drop.deletedAt !== null) return { result: null }
    const now = ports.clock.now()
    const result = decideClaims(
      {
        drop: pool.drop,
        standings: pool.standings,
        paid: pool.paid,
        now,
        gate: (index) => {
          const { request, facts } = ticketAt(tickets, index)
          return gateFor(request.claimer, facts, pool.facts, now)
        },
        hash: once(() => seededHash(ports, pool.drop)),
      },
      requests,
    )
    return { result, ...changesOf(pool.drop, result, settings, now), receipts: receiptsOf(tickets, result) }
  })
  invariant(committed.ok, 'claims have no unique field of their own')
  const result = committed.value
  if (result === null) return tickets.map(() => err(notFound('Drop')))
  return result.decisions.map((decision) => ok({ decision, drop: result.drop }))
}

/** The requests with an Idempotency-Key that take effect by this batch. */
function receiptsOf(tickets: readonly ClaimTicket[], { decisions }: ClaimBatchResult) {
  return tickets.flatMap(({ lease }, index) => {
    const decision = decisions[index]
    const tookEffect = decision?.kind === 'reserved' || decision?.kind === 'renewed'
    return lease && tookEffect ? [{ lease, effect: { kind: 'claim', id: idOfClaim(decision.claim) } }] : []
  })
}

function changesOf(before: Drop, result: ClaimBatchResult, settings: Settings, now: Instant) {
  const issued = [...result.inserted, ...result.renewed]
  const expiries = issued.flatMap(({ state }) =>
    state.kind === 'PENDING' && state.expiresAt !== null ? [state.expiresAt] : [],
  )
  const jobs: JobRequest[] = []
  if (expiries.length > 0) {
    const dueAt = Math.min(...expiries) + settings.expiryMarginMs
    jobs.push({ kind: 'expire_claims', subject: before.id, dueAt })
  }
  if (result.inserted.length > 0 && before.award.kind === 'random') {
    jobs.push({ kind: 'deliver_claims', subject: before.id, dueAt: now })
  }
  return {
    insert: { claims: result.inserted },
    update: {
      drops: result.drop === before ? [] : [result.drop],
      claims: result.renewed,
      paymentIntents: result.intents,
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

function seededHash(ports: DeskPorts, drop: Drop): SeededHash {
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
