import type { Address } from '../domain/address.ts'
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
  type WorkOrigin,
} from '../ports/index.ts'
import type { Judgment } from './claims/with-facts.ts'
import type { GatheredFacts } from './gating/outside-facts.ts'

/** A queued request, with the facts that were loaded for it if its drop's rules need any. */
export interface Ticket<Request> {
  readonly request: Request
  readonly facts: GatheredFacts | null
  /** Set for a request with an Idempotency-Key. */
  readonly lease: IdempotencyLease | null
  readonly origin: WorkOrigin | undefined
}

/** A kind of request that a queue serves. */
export interface QueuedKind<Request, Answer> {
  /** The plural, for messages. */
  readonly noun: string
  walletOf(request: Request): Address
  /** Decides the requests of one drop and commits their effects in one transaction. Returns one judgment per ticket. */
  commit(dropId: DropId, tickets: readonly Ticket<Request>[]): Promise<readonly Judgment<Answer>[]>
  /** Whether a request that may have been committed can be committed again without another effect. */
  isSafeToRepeat(request: Request): boolean
  workOf(dropId: DropId, tickets: readonly Ticket<Request>[]): InstrumentedWork
}

export const answered = <Answer>(answer: Result<Answer, Refusal>): Judgment<Answer> => ({
  kind: 'answered',
  answer,
})

/** Commits a batch. If the store cannot be reached, requests that are safe to repeat are retried once. */
export async function serveTickets<Request, Answer>(
  kind: QueuedKind<Request, Answer>,
  dropId: DropId,
  tickets: readonly Ticket<Request>[],
): Promise<readonly Judgment<Answer>[]> {
  try {
    return await kind.commit(dropId, tickets)
  } catch (error) {
    if (isStoreUnavailable(error) && tickets.every(({ request }) => kind.isSafeToRepeat(request)))
      return kind.commit(dropId, tickets)
    throw error
  }
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
