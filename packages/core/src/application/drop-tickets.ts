import type { Address } from '../domain/address.ts'
import type { Drop } from '../domain/drop.ts'
import { type FactRequest, factKey } from '../domain/gating/rule-kind.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { invariant } from '../domain/invariant.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import {
  type IdempotencyLease,
  type InstrumentedWork,
  isStoreUnavailable,
  type Log,
  type WorkOrigin,
} from '../ports/index.ts'
import type { GatheredFacts } from './gating/outside-facts.ts'

/** A queued request, with the facts that were loaded for it if its drop's rules need any. */
export interface Ticket<Request> {
  readonly request: Request
  readonly facts: GatheredFacts | null
  /** Set for a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
  readonly origin: WorkOrigin | undefined
}

/** The result of one request of a batch. If one request fails alone, only its caller gets the error. */
export type Attempt<Answer> =
  | { readonly kind: 'answered'; readonly answer: Result<Answer, Refusal> }
  | { readonly kind: 'facts_needed' | 'proof_needed'; readonly drop: Drop }
  | { readonly kind: 'failed'; readonly fault: unknown }

/** A kind of request that a queue serves. */
export interface QueuedKind<Request, Answer> {
  /** The plural, for messages. */
  readonly noun: string
  walletOf(request: Request): Address
  /** Decides the requests of one drop and commits their effects in one transaction. Returns one attempt per ticket. */
  commit(dropId: DropId, tickets: readonly Ticket<Request>[]): Promise<readonly Attempt<Answer>[]>
  /** Whether a request that may have been committed can be committed again without another effect. */
  isSafeToRepeat(request: Request): boolean
  workOf(dropId: DropId, tickets: readonly Ticket<Request>[]): InstrumentedWork
}

export const answered = <Answer>(answer: Result<Answer, Refusal>): Attempt<Answer> => ({
  kind: 'answered',
  answer,
})

/**
 * Commits a batch. If the store rejects it, each request is retried alone, so that an invalid request does not fail others.
 * If the store cannot be reached, requests that are safe to repeat are retried once.
 */
export async function serveTickets<Request, Answer>(
  log: Log,
  kind: QueuedKind<Request, Answer>,
  dropId: DropId,
  tickets: readonly Ticket<Request>[],
): Promise<readonly Attempt<Answer>[]> {
  try {
    return await kind.commit(dropId, tickets)
  } catch (fault) {
    if (isStoreUnavailable(fault) && tickets.every(({ request }) => kind.isSafeToRepeat(request)))
      return kind.commit(dropId, tickets)
    if (tickets.length === 1 || isStoreUnavailable(fault))
      return tickets.map(() => ({ kind: 'failed', fault }))
    log.warn(`a batch of ${kind.noun} failed and is tried again one by one`, {
      dropId,
      [kind.noun]: tickets.length,
      reason: String(fault),
    })
  }
  const attempts: Attempt<Answer>[] = []
  for (const ticket of tickets) attempts.push(...(await serveTickets(log, kind, dropId, [ticket])))
  return attempts
}

/** The facts that the rules need from the store, for all tickets, without duplicates. */
export function factsWanted(tickets: readonly Ticket<unknown>[], now: Instant) {
  const requests = new Map<string, FactRequest>()
  for (const { facts } of tickets) {
    for (const request of facts?.storeRequests ?? []) requests.set(factKey(request), request)
  }
  return requests.size === 0 ? undefined : { requests: [...requests.values()], now }
}

export function ticketAt<Request>(tickets: readonly Ticket<Request>[], index: number): Ticket<Request> {
  const ticket = tickets[index]
  invariant(ticket !== undefined, 'a ticket for each request')
  return ticket
}
