import type { Standing } from '../domain/claim.ts'
import { type ClaimBatchResult, decideClaims } from '../domain/claim-batch.ts'
import type { ClaimDecision, ClaimRequest } from '../domain/claim-ladder.ts'
import type { Drop } from '../domain/drop.ts'
import type { Verdict } from '../domain/gating/gating.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { invariant } from '../domain/invariant.ts'
import type { SeededHash } from '../domain/random-amount.ts'
import { notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { JobRequest, Ports } from '../ports/index.ts'
import { openSeed } from './drop-secrets.ts'
import type { Settings } from './settings.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** A claim at the desk, with what judges its gating from the facts that were gathered for it. */
export interface ClaimTicket {
  readonly dropId: DropId
  readonly request: ClaimRequest
  readonly gate: (drop: Drop, standing: Standing) => Verdict | { readonly kind: 'facts_needed' }
}

export interface ServedClaim {
  readonly decision: ClaimDecision
  /** The drop as it was when its batch was committed. */
  readonly drop: Drop
}

/** Where claims on a drop wait together while the batch before them is being committed. */
export interface ClaimDesk {
  /** Refused with `overloaded` at once when too many wait already; nothing has happened then. */
  submit(ticket: ClaimTicket): Promise<Result<ServedClaim, Refusal>>
  /** How many claims wait, over all drops. */
  readonly waiting: number
}

type DeskPorts = Pick<Ports, 'store' | 'clock' | 'secrets' | 'hashes' | 'log'>
type Answer = Result<ServedClaim, Refusal>
/** A claim that failed alone: its caller gets the fault, its neighbours do not. */
type Attempt = Answer | { readonly fault: unknown }

export function createClaimDesk(ports: DeskPorts, settings: Settings): ClaimDesk {
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

  return {
    async submit(ticket) {
      if (waiting >= settings.maxWaitingClaims) return err(overloaded(waiting))
      waiting++
      try {
        const attempt = await lineOf(ticket.dropId).join(ticket)
        if ('fault' in attempt) throw attempt.fault
        return attempt
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
  const committed = await ports.store.changeDrop(dropId, { wallets }, (pool) => {
    if (pool === null || pool.drop.deletedAt !== null) return { result: null }
    const now = ports.clock.now()
    const result = decideClaims(
      {
        drop: pool.drop,
        standings: pool.standings,
        paid: pool.paid,
        now,
        gate: (index, drop, standing) => ticketAt(tickets, index).gate(drop, standing),
        hash: once(() => seededHash(ports, pool.drop)),
      },
      requests,
    )
    return { result, ...changesOf(pool.drop, result, settings, now) }
  })
  invariant(committed.ok, 'claims have no unique field of their own')
  const result = committed.value
  if (result === null) return tickets.map(() => err(notFound('Drop')))
  return result.decisions.map((decision) => ok({ decision, drop: result.drop }))
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
    update: { drops: result.drop === before ? [] : [result.drop], claims: result.renewed },
    events: result.events,
    jobs,
  }
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
