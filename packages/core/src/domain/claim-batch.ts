import type { Address } from './address.ts'
import { type Claim, NEW_WALLET, type Standing } from './claim.ts'
import { type ClaimDecision, type ClaimRequest, decideClaim, type Gate } from './claim-ladder.ts'
import { type Drop, isSoldOut, type Tally } from './drop.ts'
import { settleSchedule } from './drop-schedule.ts'
import { claimedEvent, dropEvent, type NewEvent } from './event.ts'
import type { PaymentIntentId } from './ids.ts'
import type { Instant } from './instant.ts'
import { owe, spendItems } from './payment/hold.ts'
import type { PaymentIntent } from './payment/payment-intent.ts'
import type { SeededHash } from './random-amount.ts'

/** What the claims of one batch are judged by; the first three as they stand before the first of them. */
export interface ClaimBatchContext {
  readonly drop: Drop
  readonly standings: ReadonlyMap<Address, Standing>
  readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]>
  readonly now: Instant
  /** What the gating rules say of the wallet of the request at `index`. */
  readonly gate: (index: number) => Gate
  readonly hash: () => SeededHash
}

export interface ClaimBatchResult {
  /** One for each request, in their order. */
  readonly decisions: readonly ClaimDecision[]
  /** The drop after the batch; the same object when nothing about it changed. */
  readonly drop: Drop
  readonly inserted: readonly Claim[]
  readonly renewed: readonly Claim[]
  /** Intents of which items were spent. */
  readonly intents: readonly PaymentIntent[]
  readonly events: readonly NewEvent[]
}

/**
 * Folds the rule over claims on one drop, one by one, each seeing what those before it did. A batch gives just what
 * the same claims would give one at a time at the same instant.
 */
export function decideClaims(
  context: ClaimBatchContext,
  requests: readonly ClaimRequest[],
): ClaimBatchResult {
  const settled = settleSchedule(context.drop, context.now)
  const events: NewEvent[] = [...settled.events]
  const inserted: Claim[] = []
  const renewed = new Map<number, Claim>()
  const standings = new Map(context.standings)
  const paid = new Map(context.paid)
  const spent = new Map<PaymentIntentId, PaymentIntent>()
  const fresh = new Map<number, number>()
  let drop = settled.drop
  let tally: Tally = drop.tally

  const decisions = requests.map((request, index) => {
    const standing = standings.get(request.claimer) ?? NEW_WALLET
    const decision = decideClaim(
      {
        drop,
        tally,
        standing,
        paid: paid.get(request.claimer) ?? [],
        now: context.now,
        gate: context.gate(index),
        hash: context.hash,
      },
      request,
    )
    if (decision.kind === 'reserved') {
      const { claim } = decision
      tally = decision.tally
      fresh.set(claim.sequence, inserted.length)
      inserted.push(claim)
      standings.set(claim.claimer, standingWith(standing, claim))
      const sale = spend(paid, claim)
      if (sale) {
        spent.set(sale.after.id, sale.after)
        drop = owe(drop, sale.before, sale.after)
      }
      const soldOut = drop.status === 'ACTIVE' && isSoldOut(drop, tally)
      events.push(claimedEvent(claim, drop, tally))
      if (soldOut) {
        const after = soldOutDrop({ ...drop, tally }, context.now)
        drop = after.drop
        events.push(...after.events)
      }
    } else if (decision.kind === 'renewed') {
      const { claim } = decision
      const place = fresh.get(claim.sequence)
      if (place === undefined) renewed.set(claim.sequence, claim)
      else inserted[place] = claim
      standings.set(claim.claimer, replaceClaim(standing, claim))
    }
    return decision
  })

  const changed = inserted.length > 0
  return {
    decisions,
    drop: changed ? { ...drop, tally } : drop,
    inserted,
    renewed: [...renewed.values()],
    intents: [...spent.values()],
    events,
  }
}

/** The move to SOLD_OUT in the transaction of the last claim, and the event that a drop has only once. */
export function soldOutDrop(
  drop: Drop,
  now: Instant,
): { readonly drop: Drop; readonly events: readonly NewEvent[] } {
  const events = [dropEvent('drop.sold_out', drop, now, null)]
  if (drop.completedAt === null)
    events.push(dropEvent('drop.completed', drop, now, null, { reason: 'sold_out' }))
  return {
    drop: { ...drop, status: 'SOLD_OUT', completedAt: drop.completedAt ?? now, updatedAt: now },
    events,
  }
}

const standingWith = (standing: Standing, claim: Claim): Standing => ({
  ...standing,
  live: [...standing.live, claim],
  slots: [...standing.slots, claim.slot],
})

const replaceClaim = (standing: Standing, claim: Claim): Standing => ({
  ...standing,
  live: standing.live.map((earlier) => (earlier.sequence === claim.sequence ? claim : earlier)),
})

/** Moves a claim's items from held to spent; undefined when it cost nothing. */
function spend(paid: Map<Address, readonly PaymentIntent[]>, claim: Claim) {
  const intents = paid.get(claim.claimer) ?? []
  const before = intents.find(({ id }) => id === claim.intentId)
  if (!before) return undefined
  const after = spendItems(before, claim.items, claim.createdAt)
  paid.set(
    claim.claimer,
    intents.map((intent) => (intent === before ? after : intent)),
  )
  return { before, after }
}
