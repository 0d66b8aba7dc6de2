import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import { type Claim, freeSlot, idOfClaim, slotWithoutLimit, streakOn, type WalletState } from './claim.ts'
import type { ClaimLinkId, UsedClaimLink } from './claim-link.ts'
import { headAfter, orderWith, previousHead, roundForClaim } from './claim-order.ts'
import { type Drop, isServerDelivered, itemAmount, sellsUnits, type Tally, walletLimit } from './drop.ts'
import type { Verdict } from './gating/gating.ts'
import type { HumanProof } from './human-check.ts'
import { type Instant, startOfUtcDay, utcDay } from './instant.ts'
import type { LotteryEntry } from './lottery.ts'
import { moneyFor, type PaymentIntent } from './payment/payment-intent.ts'
import { drawAmount, type SeededHash } from './random-amount.ts'
import type { RecipientApproval } from './recipient.ts'
import type { Refusal } from './refusal.ts'
import type { Caller } from './user.ts'

/** A claim that a caller requests. */
export interface ClaimRequest {
  /**
   * `claim` takes the fixed or the given amount (claimDrop, createClaim), `random` draws an amount (claimRandomDrop),
   * `link` does either, as the drop's award says (claimWithLink).
   */
  readonly operation: 'claim' | 'random' | 'link'
  readonly caller: Caller
  readonly claimer: Address
  /** The requested amount; null if the drop decides it. */
  readonly amount: Amount | null
  /** The number of items of a purchase; 1 by default. */
  readonly quantity?: number
  /** The lifetime of a voucher that is issued now. */
  readonly voucherLifetimeMs: number
  /** Why the service cannot deliver a new claim on this drop now. Earlier claims of the wallet are still answered. */
  readonly deliveryRefusal?: Refusal | undefined
  /** The proof for the drop's human check. */
  readonly proof?: HumanProof | undefined
  /** The claim link of the request. Its key has signed this drop and this claimer. */
  readonly linkId?: ClaimLinkId | undefined
  /** Where to deliver the claim instead, as the claimer has signed. */
  readonly recipient?: RecipientApproval | undefined
}

/** The verdict of the gating rules on the wallet; `facts_needed` if facts from outside must be loaded first. */
export type Gate = (drop: Drop) => Verdict | { readonly kind: 'facts_needed' }

/** All facts that decide a claim, in their state just before this claim. */
export interface ClaimContext {
  readonly drop: Drop
  readonly tally: Tally
  readonly walletState: WalletState
  /** Paid intents of the wallet that still hold items, oldest first: all, or as many as a batch of claims can spend. */
  readonly paid: readonly PaymentIntent[]
  /** The link of the request; undefined if it names none, or one that the drop does not have. */
  readonly link?: UsedClaimLink | undefined
  /** The wallet's entry in the drop's lottery, if it has one. */
  readonly entry?: LotteryEntry | undefined
  /** Whether an earlier claim has used the request's approval of a recipient. */
  readonly isApprovalUsed?: boolean
  /** The largest number of claims that the drop may ever get, EXPIRED and FAILED ones included. 0 for no limit. */
  readonly mostClaims: number
  readonly now: Instant
  readonly gate: Gate
  /** The drop's seeded hash; called on random drops only. */
  readonly hash: () => SeededHash
  /** Extends the hash chain over the order of claims. Undefined if nothing checks the order, as in a simulation. */
  readonly sha256?: ((bytes: Uint8Array) => Uint8Array) | undefined
}

/** The wallet gets no claim. `claim` is the earlier claim that is in the way, if there is one. */
export interface ClaimRefused {
  readonly kind: 'refused'
  readonly refusal: Refusal
  readonly claim: Claim | null
}

/** The gating rules need facts from outside before the claim can be decided. */
export interface ClaimFactsNeeded {
  readonly kind: 'facts_needed'
}

/** The proof of the request must be verified before the claim can be decided. */
export interface ClaimProofNeeded {
  readonly kind: 'proof_needed'
}

/** The answer to a wallet that claims again. */
export type EarlierClaim =
  /** Its earlier claim, unchanged. */
  | { readonly kind: 'repeated'; readonly claim: Claim }
  /** Its earlier claim with a new expiry, because its voucher had expired. */
  | { readonly kind: 'renewed'; readonly claim: Claim }

/** The result of one claim request. */
export type ClaimDecision =
  /** A new claim, and the tally that includes it. */
  | { readonly kind: 'reserved'; readonly claim: Claim; readonly tally: Tally }
  | EarlierClaim
  | ClaimRefused
  | ClaimFactsNeeded
  | ClaimProofNeeded

export const refused = (refusal: Refusal, claim: Claim | null = null): ClaimRefused => ({
  kind: 'refused',
  refusal,
  claim,
})

export const alreadyClaimed = (claim: Claim): ClaimRefused =>
  refused({ kind: 'already_claimed', claimId: idOfClaim(claim), userAddress: claim.claimer }, claim)

/** A STREAK drop gives a wallet one claim a day; `claim` is that of today. */
export const claimedToday = (today: number, claim: Claim | null): ClaimRefused =>
  refused(
    { kind: 'claim_cooldown', nextClaimAt: startOfUtcDay(today + 1), claimId: claim && idOfClaim(claim) },
    claim,
  )

/** The operation that claims from this drop; a link works on every drop. */
export const operationFor = ({ award }: Drop): 'claim' | 'random' =>
  award.kind === 'random' ? 'random' : 'claim'

export const isRightOperation = (drop: Drop, { operation }: ClaimRequest): boolean =>
  operation === 'link' || operation === operationFor(drop)

/** The decision that follows from a verdict of the gating rules; undefined if the wallet passes. */
export function decisionForVerdict(verdict: ReturnType<Gate>): ClaimRefused | ClaimFactsNeeded | undefined {
  switch (verdict.kind) {
    case 'pass':
      return undefined
    case 'facts_needed':
      return verdict
    case 'unknown':
      return refused({ kind: 'eligibility_unknown', reason: verdict.reason })
    case 'fail':
      return refused({ ...verdict, kind: 'not_eligible' })
  }
}

/**
 * The paid intent whose items the claim spends; undefined if the drop is free or the wallet has none. A claim spends one
 * intent, so a claim of units takes the smallest that has enough, and leaves larger ones whole. Other claims take the oldest.
 */
export function intentForClaim(
  { drop, paid }: ClaimContext,
  request: ClaimRequest,
): PaymentIntent | undefined {
  if (drop.price === null) return undefined
  const items = itemsOfClaim(drop, request)
  const enough = paid.filter(({ held }) => held >= items)
  return sellsUnits(drop) ? enough.toSorted((one, other) => one.held - other.held)[0] : enough[0]
}

/** Refuses a claim on a priced drop that no intent of the wallet pays. */
export function checkPayment({ drop, paid }: ClaimContext, request: ClaimRequest): ClaimRefused | undefined {
  const { price } = drop
  if (price === null) return undefined
  const hasTooFew = paid.some(({ held }) => held > 0)
  return refused({
    kind: 'payment_required',
    priceAtomic: price.atomic,
    currency: price.currency,
    ...(hasTooFew ? { items: itemsOfClaim(drop, request) } : {}),
  })
}

/**
 * The claims that a drop has and has sold, and those that a request asks for. All units of a purchase can be claimed at once, so
 * they are no more than the claims that are made of them.
 */
const countedClaims = ({ drop, tally }: ClaimContext, { quantity = 1 }: ClaimRequest) =>
  sellsUnits(drop)
    ? { used: tally.lastSequence, asked: 1, what: 'claims' }
    : { used: tally.lastSequence + tally.heldItems, asked: quantity, what: 'claims and sold items' }

/** Refuses what goes beyond the claims that the drop may ever get. */
export function checkMostClaims(
  context: ClaimContext,
  request: ClaimRequest,
  isClaim: boolean,
): ClaimRefused | undefined {
  const { mostClaims } = context
  const { used, asked, what } = countedClaims(context, request)
  const left = Math.max(0, mostClaims - used)
  if (mostClaims === 0 || asked <= left) return undefined
  const details = { limit: 'claimsPerDrop', value: mostClaims, used, asked }
  const rest = isClaim ? howToClaimUnits(context, request) : undefined
  const message = `This drop has ${used} ${what}, and claimsPerDrop is ${mostClaims}: ${rest ?? `it takes ${left || 'no'} more`}`
  return refused({ kind: 'conflict', reason: 'LIMIT_REACHED', message, details })
}

/** Whether a claim leaves a part of the units of its purchase for other claims. */
export function leavesUnits(context: ClaimContext, request: ClaimRequest): boolean {
  const intent = intentForClaim(context, request)
  return intent !== undefined && sellsUnits(context.drop) && intent.held > itemsOfClaim(context.drop, request)
}

/** How a wallet that bought units can claim them from a drop that takes no more claims; undefined if it bought none. */
function howToClaimUnits(context: ClaimContext, request: ClaimRequest): string | undefined {
  if (!sellsUnits(context.drop)) return undefined
  const units = (intentForClaim(context, request) ?? context.paid[0])?.held
  if (units === undefined) return undefined
  return `it takes only claims of a whole purchase, so claim all ${units} units together`
}

/** On a drop that sells units, a claim spends as many items as its amount. */
const itemsOfClaim = (drop: Drop, { amount }: ClaimRequest): number =>
  sellsUnits(drop) && amount !== null ? Number(amount) : 1

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

/** Fewer paid intents of a wallet than this are always loaded together. */
export const SOME_PAID = 20

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
