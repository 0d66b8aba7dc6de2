import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import {
  type Claim,
  freeSlot,
  idOfClaim,
  isReserved,
  slotWithoutLimit,
  streakOn,
  type WalletState,
} from './claim.ts'
import { type ClaimLinkId, refusalByLink, type UsedClaimLink } from './claim-link.ts'
import { headAfter, orderWith, previousHead, roundForClaim } from './claim-order.ts'
import {
  type Drop,
  EMPTY_TALLY,
  freeAmount,
  freeItems,
  isServerDelivered,
  itemAmount,
  type Tally,
  walletLimit,
} from './drop.ts'
import { refusalByStatus, statusAt } from './drop-status.ts'
import { PASS, type Verdict } from './gating/gating.ts'
import { type Instant, startOfUtcDay, utcDay } from './instant.ts'
import { type LotteryEntry, lotteryStanding } from './lottery.ts'
import { canRead, refusalToClaimFor } from './ownership.ts'
import { moneyFor, type PaymentIntent } from './payment/payment-intent.ts'
import { drawAmount, type SeededHash } from './random-amount.ts'
import { badInput, notFound, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import type { Caller } from './user.ts'
import { vaultRefusal } from './vault.ts'

/** A claim as it is asked for, before anything is decided. */
export interface ClaimRequest {
  /**
   * `claim` takes the fixed or the named amount (claimDrop, createClaim), `random` draws one (claimRandomDrop), `link`
   * does what the drop does (claimWithLink).
   */
  readonly operation: 'claim' | 'random' | 'link'
  readonly caller: Caller
  readonly claimer: Address
  /** The amount asked for; null when the caller leaves it to the drop. */
  readonly amount: Amount | null
  /** How long a voucher issued now is good for. */
  readonly voucherLifetimeMs: number
  /** Why the service cannot deliver another claim on the drop now; a wallet still gets what it has drawn before. */
  readonly deliveryRefusal?: Refusal | undefined
  /** The link by which it is asked for. Its key has signed for this drop and this claimer. */
  readonly linkId?: ClaimLinkId | undefined
}

/** What the gating rules say of a wallet; `facts_needed` when the chain has to be asked first. */
export type Gate = (drop: Drop) => Verdict | { readonly kind: 'facts_needed' }

/** Everything a claim is judged by, as it stands just before this claim. */
export interface ClaimContext {
  readonly drop: Drop
  readonly tally: Tally
  readonly walletState: WalletState
  /** The wallet's paid intents that hold items for it still, oldest first. */
  readonly paid: readonly PaymentIntent[]
  /** The link of the request; undefined if it names none, or one that the drop does not have. */
  readonly link?: UsedClaimLink | undefined
  /** The wallet's entry in the drop's lottery, if it has one. */
  readonly entry?: LotteryEntry | undefined
  readonly now: Instant
  readonly gate: Gate
  /** The drop's seeded hash; only asked for on a random drop. */
  readonly hash: () => SeededHash
  /** Keeps the order of claims. Left out if it is not checked, as in a simulation. */
  readonly sha256?: ((bytes: Uint8Array) => Uint8Array) | undefined
}

/** What becomes of one request for a claim. */
export type ClaimDecision =
  /** A new claim, and the tally with it counted. */
  | { readonly kind: 'reserved'; readonly claim: Claim; readonly tally: Tally }
  /** The wallet's earlier claim, as it is: the same call made again. */
  | { readonly kind: 'repeated'; readonly claim: Claim }
  /** The earlier claim with a new expiry, for its voucher had run out. */
  | { readonly kind: 'renewed'; readonly claim: Claim }
  /** `claim` is the earlier claim that stands in the way, where there is one. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly claim: Claim | null }
  | { readonly kind: 'facts_needed' }

/**
 * The whole ladder for one claim: the first rung that fails answers. Reading, authenticating and finding the drop
 * come before it. Nothing here looks at anything but its arguments, so it can be run again under the drop's lock.
 */
export function decideClaim(context: ClaimContext, asked: ClaimRequest): ClaimDecision {
  const { drop, tally } = context
  const request = withAmountOfLink(context, asked)
  const items = itemsSpent(drop, request)
  const intent = drop.price === null ? undefined : context.paid.find(({ held }) => held >= items)
  // The rules were judged when the intent was made: what was sold to a wallet stays sold.
  const admitted = intent === undefined ? context : { ...context, gate: () => PASS }
  const early =
    answerAtTheDoor(context, request) ??
    (intent ? undefined : answerWhenAllIsDrawn(context, request)) ??
    refusalBeforePayment(admitted, request)
  if (early) return early
  if (drop.price !== null && intent === undefined) return refused(paymentRequired(drop))

  if (request.deliveryRefusal && isServerDelivered(drop)) return refused(request.deliveryRefusal)

  const claim = newClaim(context, request, items, intent)
  const notReady = vaultRefusal(drop, tally, claim.amount)
  if (notReady) return refused(notReady)

  return { kind: 'reserved', claim, tally: tallyWith(drop, tally, claim) }
}

/**
 * What stands between a wallet and one item, payment left out; undefined when nothing does. A wallet whose claim is
 * still pending may claim: it would get that claim again.
 */
export function decideEligibility(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  const { drop, tally } = context
  const atTheDoor = answerAtTheDoor(context, { ...request, amount: null })
  if (atTheDoor) return atTheDoor.kind === 'refused' ? atTheDoor : undefined
  const early = refusalBeforePayment(context, oneItemOf(drop, request))
  if (early) return early
  const notReady = vaultRefusal(drop, tally, itemAmount(drop))
  return notReady && refused(notReady)
}

/** Whether a wallet may buy an item: the ladder up to payment, without the wallet's way back to an earlier claim. */
export function decidePurchase(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  const { drop, tally } = context
  const access = refusalToClaimFor(request.caller, drop, request.claimer)
  if (access) return refused(access)
  const early = refusalBeforePayment(context, oneItemOf(drop, request))
  if (early) return early
  const notReady = vaultRefusal(drop, tally, itemAmount(drop))
  return notReady && refused(notReady)
}

/** The request for just one item, where it is the drop that is asked about and not an amount. */
const oneItemOf = (drop: Drop, request: ClaimRequest): ClaimRequest => ({
  ...request,
  amount: drop.award.kind === 'random' ? null : itemAmount(drop),
})

/** Access, and the wallet that comes back for what it has already. */
function answerAtTheDoor(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  if (request.linkId !== undefined) return answerByLink(context, request)
  const access = refusalToClaimFor(request.caller, context.drop, request.claimer)
  return access ? refused(access) : answerToRepeat(context, request)
}

/** What a link lets its holder do: for the wallet that it was used for it gives the same claim again. */
function answerByLink(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  const { drop, link, now } = context
  if (!canRead(request.caller, drop)) return refused(notFound('Drop'))
  if (link === undefined) return refused(notFound('Claim link'))
  const { claim } = link
  if (claim === null || claim.claimer !== request.claimer || !isReserved(claim.state)) {
    const refusal = refusalByLink(link, now)
    return refusal && refused(refusal)
  }
  return claim.state.kind === 'PENDING' && claim.state.expiresAt !== null && now >= claim.state.expiresAt
    ? renewedOrRefused(context, claim, request)
    : { kind: 'repeated', claim }
}

/** A link that fixes an amount says what its claim gets. */
function withAmountOfLink({ link }: ClaimContext, request: ClaimRequest): ClaimRequest {
  const fixed = request.linkId === undefined ? null : (link?.link.amount ?? null)
  return fixed === null || request.amount !== null ? request : { ...request, amount: fixed }
}

function refusalBeforePayment(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  const { drop, tally, walletState, now } = context
  const early =
    refusalWithoutLink(drop, request) ??
    refusalByStatus(drop, tally, now) ??
    refusalByOperation(drop, request) ??
    refusalByLottery(context) ??
    refusalByAmount(context, request)
  if (early) return refused(early)
  return refusalByWallet(drop, walletState, now) ?? decisionByGate(context.gate(drop))
}

/** What a verdict of the gating rules means for the ladder; undefined is "go on". */
export function decisionByGate(verdict: ReturnType<Gate>): ClaimDecision | undefined {
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

const refused = (refusal: Refusal, claim: Claim | null = null): ClaimDecision => ({
  kind: 'refused',
  refusal,
  claim,
})

/**
 * A wallet that asks again gets what it already has, whatever has become of the drop since: a lost reply and a double
 * click cost nothing and reserve nothing twice.
 */
function answerToRepeat(context: ClaimContext, request: ClaimRequest): ClaimDecision | undefined {
  const { drop, walletState, now } = context
  if (walletState.live.length === 0 || refusalByOperation(drop, request)) return undefined
  const today = utcDay(now)
  const isCurrent = (claim: Claim) => drop.claimType !== 'STREAK' || claim.slot === today

  if (drop.award.kind === 'random') {
    const earlier = walletState.live.findLast((claim) => isReserved(claim.state) && isCurrent(claim))
    if (earlier && drop.claimType !== 'STREAK' && walletLimit(drop) === 1) return alreadyClaimed(earlier)
    // What a wallet has paid for is drawn call by call: on a priced drop a second call is no repeat of the first.
    const isRepeat = drop.price === null && drop.claimType !== 'STREAK' && earlier?.state.kind === 'PENDING'
    return isRepeat ? { kind: 'repeated', claim: earlier } : undefined
  }

  const pending = walletState.live.find((claim) => claim.state.kind === 'PENDING' && isCurrent(claim))
  if (pending?.state.kind !== 'PENDING') return undefined
  if (request.amount !== null && request.amount !== pending.amount) {
    const message = `This wallet has a pending claim of ${pending.amount}; claim that, or wait until it has expired`
    const details = { claimId: idOfClaim(pending), amount: String(pending.amount) }
    return refused({ kind: 'conflict', field: 'amount', message, details }, pending)
  }
  if (pending.state.expiresAt === null || now < pending.state.expiresAt)
    return { kind: 'repeated', claim: pending }
  return renewedOrRefused(context, pending, request)
}

function renewedOrRefused(
  { drop, now }: ClaimContext,
  pending: Claim,
  { voucherLifetimeMs }: ClaimRequest,
): ClaimDecision {
  const renewed = renewClaim(drop, pending, now, voucherLifetimeMs)
  return renewed.ok ? { kind: 'renewed', claim: renewed.value } : refused(renewed.error, pending)
}

/** A wallet without unspent paid items on a priced random drop is shown its last draw, so a lost reply costs nothing. */
function answerWhenAllIsDrawn(
  { drop, walletState }: ClaimContext,
  request: ClaimRequest,
): ClaimDecision | undefined {
  const isDrawnByCall = drop.award.kind === 'random' && drop.price !== null && drop.claimType !== 'STREAK'
  if (!isDrawnByCall || refusalByOperation(drop, request)) return undefined
  const last = walletState.live.findLast((claim) => isReserved(claim.state))
  return last && alreadyClaimed(last)
}

/**
 * A pending claim whose voucher has run out, with a new while to use one. The item is still this wallet's: only a drop
 * that takes no claims at all keeps the voucher from being renewed.
 */
export function renewClaim(
  drop: Drop,
  claim: Claim,
  now: Instant,
  voucherLifetimeMs: number,
): Result<Claim, Refusal> {
  const status = statusAt(drop, now)
  const closed = status === 'SOLD_OUT' ? undefined : refusalByStatus(drop, EMPTY_TALLY, now)
  if (closed) return err(closed)
  return ok({ ...claim, state: { kind: 'PENDING', expiresAt: now + voucherLifetimeMs } })
}

const alreadyClaimed = (claim: Claim): ClaimDecision =>
  refused({ kind: 'already_claimed', claimId: idOfClaim(claim), userAddress: claim.claimer }, claim)

const refusalWithoutLink = (drop: Drop, { linkId }: ClaimRequest): Refusal | undefined =>
  drop.isLinkOnly && linkId === undefined ? { kind: 'link_required' } : undefined

function refusalByLottery({ drop: { lottery }, entry, now }: ClaimContext): Refusal | undefined {
  if (lottery === null) return undefined
  const standing = lotteryStanding(lottery, entry, now)
  return standing.state === 'ADMITTED' ? undefined : { kind: 'not_admitted', standing }
}

function refusalByOperation(drop: Drop, request: ClaimRequest): Refusal | undefined {
  if (request.operation === 'link') return undefined
  const wanted = drop.award.kind === 'random' ? 'random' : 'claim'
  if (request.operation === wanted) return undefined
  return { kind: 'wrong_operation', use: wanted === 'random' ? 'claimRandomDrop' : 'claimDrop' }
}

/** How many more claims the wallet may make; Infinity if only what is left limits it. On a STREAK it is one a day. */
function timesLeft({ drop, walletState, paid }: ClaimContext): number {
  if (drop.claimType === 'STREAK') return 1
  const isAllowed = walletLimit(drop) - walletState.slots.length
  const isPaid = paid.reduce((sum, { held }) => sum + held, 0)
  return Math.max(0, drop.price === null ? isAllowed : Math.min(isAllowed, isPaid))
}

function exactAmount(exact: Amount, times: number): string {
  const each = `Each claim is exactly ${exact}`
  if (times === Number.POSITIVE_INFINITY) return `${each}; this wallet can claim any number of times`
  return times > 1 ? `${each}; this wallet can claim ${times} times` : each
}

function refusalByAmount(context: ClaimContext, { amount, linkId }: ClaimRequest): Refusal | undefined {
  const { drop, tally, link } = context
  const ofLink = linkId === undefined ? null : (link?.link.amount ?? null)
  if (ofLink !== null && amount !== ofLink)
    return badInput('amount', `This link gives ${ofLink}: leave amount out`)
  const free = freeAmount(drop.pool, tally)
  // What is held for those who have paid is not free, but a paid claim takes its item from there.
  const takesFromFree = drop.price === null
  if (takesFromFree && freeItems(drop.supply, tally) < 1) return { kind: 'drop_sold_out', free }

  if (drop.award.kind === 'random')
    return takesFromFree && free < 1n ? { kind: 'drop_sold_out', free } : undefined

  const isOpen = drop.award.kind === 'open' && (drop.price === null || drop.supply === null)
  if (!isOpen) {
    const exact = itemAmount(drop)
    if (amount !== null && amount !== exact) {
      return badInput('amount', exactAmount(exact, timesLeft(context)), { amount: String(exact) })
    }
    return takesFromFree && free < exact ? { kind: 'drop_sold_out', free } : undefined
  }
  if (amount === null) return badInput('amount', 'amount is required: this drop lets the claimer name it')
  if (takesFromFree && amount > free) {
    return badInput('amount', `Only ${free} is left to claim`, { free: String(free) })
  }
  return undefined
}

function refusalByWallet(drop: Drop, walletState: WalletState, now: Instant): ClaimDecision | undefined {
  if (drop.claimType === 'STREAK') {
    const today = utcDay(now)
    if (!walletState.slots.includes(today)) return undefined
    const claim = walletState.live.findLast((earlier) => earlier.slot === today) ?? null
    const claimId = claim && idOfClaim(claim)
    return refused({ kind: 'claim_cooldown', nextClaimAt: startOfUtcDay(today + 1), claimId }, claim)
  }
  const limit = walletLimit(drop)
  if (walletState.slots.length < limit) return undefined
  const newest = walletState.live.findLast((claim) => isReserved(claim.state)) ?? null
  if (limit === 1 && newest) return alreadyClaimed(newest)
  return refused({ kind: 'claim_limit_reached', limit, claimCount: walletState.slots.length }, newest)
}

/** A priced drop without a fixed amount or supply sells base units: a claim spends as many items as it takes. */
function itemsSpent(drop: Drop, request: ClaimRequest): number {
  const sellsUnits = drop.price !== null && drop.supply === null && drop.award.kind === 'open'
  return sellsUnits && request.amount !== null ? Number(request.amount) : 1
}

const paymentRequired = (drop: Drop): Refusal => ({
  kind: 'payment_required',
  priceAtomic: drop.price?.atomic ?? 0n,
  currency: drop.price?.currency ?? '',
})

function newClaim(
  context: ClaimContext,
  request: ClaimRequest,
  items: number,
  intent: PaymentIntent | undefined,
): Claim {
  const { drop, tally, walletState, now, sha256 } = context
  const sequence = tally.lastSequence + 1
  const isStreak = drop.claimType === 'STREAK'
  const today = utcDay(now)
  const isLimited = walletLimit(drop) !== Number.POSITIVE_INFINITY
  const isRandom = drop.award.kind === 'random'
  const expiresAt = isServerDelivered(drop) ? null : now + request.voucherLifetimeMs
  const beacon = drop.award.kind === 'random' ? (drop.award.beacon ?? null) : null
  const claim: Claim = {
    dropId: drop.id,
    sequence,
    claimer: request.claimer,
    // Holders of a link may be anonymous; the drop's owner made the link.
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
function tallyWith(drop: Drop, tally: Tally, claim: Claim): Tally {
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
