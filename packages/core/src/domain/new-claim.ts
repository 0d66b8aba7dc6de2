import { type Amount, amountOf } from './amount.ts'
import { type Claim, freeSlot, slotWithoutLimit, streakOn } from './claim.ts'
import type { ClaimContext, ClaimRequest } from './claim-decision.ts'
import { headAfter, orderWith, previousHead, roundForClaim } from './claim-order.ts'
import { type Drop, isServerDelivered, itemAmount, type Tally, walletLimit } from './drop.ts'
import { utcDay } from './instant.ts'
import { moneyFor, type PaymentIntent } from './payment/payment-intent.ts'
import { drawAmount } from './random-amount.ts'

/** The paid intent whose items the claim spends; undefined if the drop is free or the wallet has none. */
export function intentForClaim(
  { drop, paid }: ClaimContext,
  request: ClaimRequest,
): PaymentIntent | undefined {
  if (drop.price === null) return undefined
  const items = itemsOfClaim(drop, request)
  return paid.find(({ held }) => held >= items)
}

/** A priced drop without a fixed amount or supply sells base units: a claim spends as many items as its amount. */
function itemsOfClaim(drop: Drop, request: ClaimRequest): number {
  const sellsUnits = drop.price !== null && drop.supply === null && drop.award.kind === 'open'
  return sellsUnits && request.amount !== null ? Number(request.amount) : 1
}

/** The claim that follows from a request that has passed the claim checks. */
export function newClaim(context: ClaimContext, request: ClaimRequest): Claim {
  const { drop, tally, walletState, now, sha256 } = context
  const intent = intentForClaim(context, request)
  const items = itemsOfClaim(drop, request)
  const sequence = tally.lastSequence + 1
  const isStreak = drop.claimType === 'STREAK'
  const today = utcDay(now)
  const isLimited = walletLimit(drop) !== Number.POSITIVE_INFINITY
  const isRandom = drop.award.kind === 'random'
  const expiresAt = isServerDelivered(drop) ? null : now + request.voucherLifetimeMs
  const { recipient } = request
  const beacon = drop.award.kind === 'random' ? (drop.award.beacon ?? null) : null
  const claim: Claim = {
    dropId: drop.id,
    sequence,
    claimer: request.claimer,
    recipient: recipient ? { address: recipient.address, nonce: recipient.nonce } : null,
    // The holder of a link may be anonymous; the drop's owner made the link.
    callerId: request.linkId === undefined ? request.caller.user.id : drop.creatorId,
    creatorId: drop.creatorId,
    amount: beacon
      ? amountOf(0n)
      : isRandom
        ? drawnAmount(context, request, sequence)
        : (request.amount ?? itemAmount(drop)),
    items,
    slot: isStreak ? today : isLimited ? freeSlot(walletState.slots) : slotWithoutLimit(sequence),
    streak: isStreak ? streakOn(today, walletState.slots) : null,
    intentId: intent?.id ?? null,
    cost: intent ? moneyFor(intent, items) : 0n,
    state: { kind: 'PENDING', expiresAt },
    draw: beacon && { round: roundForClaim(beacon, tally.order, now), revealedAt: null, signature: null },
    head: null,
    createdAt: now,
  }
  if (sha256 === undefined) return claim
  return { ...claim, head: headAfter(previousHead(tally.order, sequence), claim, sha256) }
}

function drawnAmount({ drop, tally, hash }: ClaimContext, request: ClaimRequest, sequence: number): Amount {
  return drawAmount(
    {
      dropId: drop.id,
      sequence,
      claimer: request.claimer,
      remaining: drop.pool - tally.reservedAmount,
      itemsLeft: drop.supply === null ? null : drop.supply - tally.reservedCount,
      pool: drop.pool,
    },
    hash(),
  )
}

/** The tally after a claim; a paid claim's items move from held to reserved. */
export function tallyWith(drop: Drop, tally: Tally, claim: Claim): Tally {
  const wasHeld = claim.intentId !== null
  return {
    reservedAmount: amountOf(tally.reservedAmount + claim.amount),
    reservedCount: tally.reservedCount + 1,
    heldAmount: wasHeld
      ? amountOf(tally.heldAmount - itemAmount(drop) * BigInt(claim.items))
      : tally.heldAmount,
    heldItems: wasHeld ? tally.heldItems - claim.items : tally.heldItems,
    lastSequence: claim.sequence,
    order: claim.head === null ? tally.order : orderWith(tally.order, claim, claim.head),
  }
}
