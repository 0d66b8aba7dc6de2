import { type Amount, amountOf } from './amount.ts'
import { isReserved } from './claim.ts'
import {
  alreadyClaimed,
  type ClaimContext,
  type ClaimDecision,
  type ClaimFactsNeeded,
  type ClaimProofNeeded,
  type ClaimRefused,
  type ClaimRequest,
  checkMostClaims,
  checkPayment,
  claimedToday,
  decisionForVerdict,
  intentForClaim,
  isRightOperation,
  leavesUnits,
  newClaim,
  operationFor,
  refused,
  SOME_PAID,
  tallyWith,
} from './claim-decision.ts'
import { amountOfLink, refusalByLink } from './claim-link.ts'
import { checkEarlierClaim, checkLastDraw } from './claim-repeat.ts'
import {
  type Drop,
  freeAmount,
  freeItems,
  isServerDelivered,
  itemAmount,
  itemsThatFit,
  walletLimit,
} from './drop.ts'
import { refusalByStatus } from './drop-status.ts'
import { decideHumanCheck } from './human-check.ts'
import { type Instant, utcDay } from './instant.ts'
import { entryStateOf } from './lottery.ts'
import { canRead, refusalToClaimFor } from './ownership.ts'
import { tooMany } from './payment/take-payment.ts'
import { refusalOfApproval } from './recipient.ts'
import { badInput, notFound } from './refusal.ts'
import { refusalOfVault, vaultRefusal } from './vault.ts'

/** `eligibility` asks whether the wallet could claim one item, `purchase` whether it may buy one. */
type Purpose = 'claim' | 'eligibility' | 'purchase'

/**
 * The claim checks, in the order and with the numbers of the contract. The first check that does not return undefined
 * decides. The edge authenticates the caller (1) and finds the drop (2) before. The vault (10) comes last, in the
 * functions below, because it needs the amount. Every check is pure, so the list can run again under the drop's lock.
 */
function runClaimChecks(
  context: ClaimContext,
  request: ClaimRequest,
  purpose: Purpose,
): ClaimDecision | undefined {
  const isClaim = purpose === 'claim'
  const isPaid = purpose !== 'purchase' && intentForClaim(context, request) !== undefined
  const isLotteryWin = isClaim && context.drop.lottery !== null
  return (
    // 3. Access, and the answer to a wallet that claims again. A purchase is always a new one.
    checkAccess(context, request) ??
    (purpose === 'purchase' ? undefined : checkEarlierClaim(context, request)) ??
    (isClaim && !isPaid ? checkLastDraw(context, request) : undefined) ??
    checkLink(context, request) ??
    checkReceiver(context, request, purpose) ??
    // 4. Started, active, not ended, not sold out.
    checkStatus(context) ??
    // Sold out also means that fewer items are free than a purchase asks for.
    (purpose === 'purchase' ? checkFreeItems(context, request) : undefined) ??
    // The limit on what a drop adds to the store, which the contract does not number. Items that were bought fit.
    (isPaid && !(isClaim && leavesUnits(context, request))
      ? undefined
      : checkMostClaims(context, request, isClaim)) ??
    // 5. Right operation.
    checkOperation(context, request) ??
    checkLottery(context) ??
    // 6. Amount.
    checkAmount(context, isClaim ? request : requestForOneItem(context.drop, request)) ??
    // 7. The wallet's limit.
    checkWalletLimit(context) ??
    // 8. Gating. The rules were evaluated when a paid item was bought, and are not evaluated again.
    (isPaid ? undefined : checkGating(context)) ??
    // 9. Payment.
    (isClaim && !isPaid ? checkPayment(context, request) : undefined) ??
    // The recipient, like the human check below, is not numbered by the contract.
    (isClaim ? checkRecipient(context, request) : undefined) ??
    // The human check, which the contract does not number. It comes late, so that no claimer computes a proof for a claim
    // that another check refuses.
    (purpose === 'eligibility' || isPaid || isLotteryWin ? undefined : checkHuman(context, request)) ??
    // 10. On-chain readiness.
    (isClaim ? checkDelivery(context, request) : undefined)
  )
}

/** Runs the claim checks and reserves the claim if all pass. */
export function decideClaim(context: ClaimContext, requested: ClaimRequest): ClaimDecision {
  const { drop, tally } = context
  const request = withAmountOfLink(context, requested)
  const decided = runClaimChecks(context, request, 'claim')
  if (decided) return decided
  const claim = newClaim(context, request)
  return (
    checkVault(context, claim.amount) ?? { kind: 'reserved', claim, tally: tallyWith(drop, tally, claim) }
  )
}

/**
 * Why a wallet could not claim one item, payment left out; undefined if it could. A wallet with a pending claim can
 * claim: it gets that claim again.
 */
export function decideEligibility(
  context: ClaimContext,
  request: ClaimRequest,
): ClaimRefused | ClaimFactsNeeded | undefined {
  const decided = runClaimChecks(context, { ...request, amount: null }, 'eligibility')
  return decided ? refusalIn(decided) : checkVault(context, itemAmount(context.drop))
}

/** Why a wallet may not buy items; undefined if it may. The vault must hold them besides all that were sold before. */
export function decidePurchase(
  context: ClaimContext,
  request: ClaimRequest,
): ClaimRefused | ClaimFactsNeeded | ClaimProofNeeded | undefined {
  const decided = runClaimChecks(context, request, 'purchase')
  if (decided?.kind === 'proof_needed') return decided
  const { drop, tally } = context
  const wanted = BigInt(request.quantity ?? 1) * itemAmount(drop)
  return decided ? refusalIn(decided) : checkVault(context, amountOf(tally.heldAmount + wanted))
}

const refusalIn = (decision: ClaimDecision): ClaimRefused | ClaimFactsNeeded | undefined =>
  decision.kind === 'refused' || decision.kind === 'facts_needed' ? decision : undefined

/** A link with a fixed amount decides the amount of its claim. */
function withAmountOfLink(context: ClaimContext, request: ClaimRequest): ClaimRequest {
  const amount = request.amount ?? fixedByLink(context, request)
  return amount === request.amount ? request : { ...request, amount }
}

const fixedByLink = ({ drop, link }: ClaimContext, { linkId }: ClaimRequest): Amount | null =>
  linkId === undefined || link === undefined ? null : amountOfLink(link.link, drop)

const requestForOneItem = (drop: Drop, request: ClaimRequest): ClaimRequest => ({
  ...request,
  amount: drop.award.kind === 'random' ? null : itemAmount(drop),
})

function checkAccess({ drop, link }: ClaimContext, request: ClaimRequest): ClaimRefused | undefined {
  if (request.linkId === undefined) {
    const refusal = refusalToClaimFor(request.caller, drop, request.claimer)
    return refusal && refused(refusal)
  }
  if (!canRead(request.caller, drop)) return refused(notFound('Drop'))
  return link === undefined ? refused(notFound('Claim link')) : undefined
}

function checkLink({ drop, link, now }: ClaimContext, { linkId }: ClaimRequest): ClaimRefused | undefined {
  if (linkId === undefined) return drop.isLinkOnly ? refused({ kind: 'link_required' }) : undefined
  const refusal = link && refusalByLink(link, now)
  return refusal && refused(refusal)
}

/** The contract does not number this check: it is part of reading the inputs, but only the drop shows its vault. */
function checkReceiver(
  { drop }: ClaimContext,
  { claimer, recipient }: ClaimRequest,
  purpose: Purpose,
): ClaimRefused | undefined {
  const refusal =
    refusalOfVault(drop, claimer, purpose === 'claim' ? 'userAddress' : 'walletAddress') ??
    (recipient && refusalOfVault(drop, recipient.address, 'recipient.message'))
  return refusal && refused(refusal)
}

function checkStatus({ drop, tally, now }: ClaimContext): ClaimRefused | undefined {
  const refusal = refusalByStatus(drop, tally, now)
  return refusal && refused(refusal)
}

function checkFreeItems({ drop }: ClaimContext, { quantity = 1 }: ClaimRequest): ClaimRefused | undefined {
  const fitting = itemsThatFit(drop)
  return quantity > fitting ? refused(tooMany(quantity, fitting)) : undefined
}

function checkOperation({ drop }: ClaimContext, request: ClaimRequest): ClaimRefused | undefined {
  if (isRightOperation(drop, request)) return undefined
  const use = operationFor(drop) === 'random' ? 'claimRandomDrop' : 'claimDrop'
  return refused({ kind: 'wrong_operation', use })
}

function checkLottery({ drop, entry, now }: ClaimContext): ClaimRefused | undefined {
  if (drop.lottery === null) return undefined
  const entryState = entryStateOf(drop, entry, now)
  return entryState.state === 'ADMITTED' ? undefined : refused({ kind: 'not_admitted', entryState })
}

function checkAmount(context: ClaimContext, request: ClaimRequest): ClaimRefused | undefined {
  const { drop, tally } = context
  const { amount } = request
  const fixed = fixedByLink(context, request)
  if (fixed !== null && amount !== fixed)
    return refused(badInput('amount', 'NOT_FOR_THIS_DROP', `This link gives ${fixed}: leave amount out`))
  const free = freeAmount(drop.pool, tally)
  // A paid claim takes an item that is held for it, not a free one.
  const takesFromFree = drop.price === null
  if (takesFromFree && freeItems(drop.supply, tally) < 1) return refused({ kind: 'drop_sold_out', free })

  if (drop.award.kind === 'random')
    return takesFromFree && free < 1n ? refused({ kind: 'drop_sold_out', free }) : undefined

  const isOpen = drop.award.kind === 'open' && (drop.price === null || drop.supply === null)
  if (!isOpen) {
    const exact = itemAmount(drop)
    if (amount !== null && amount !== exact) {
      const message = exactAmount(exact, claimsLeft(context))
      return refused(badInput('amount', 'OTHER_AMOUNT', message, { amount: String(exact) }))
    }
    return takesFromFree && free < exact ? refused({ kind: 'drop_sold_out', free }) : undefined
  }
  if (amount === null)
    return refused(badInput('amount', 'REQUIRED', 'amount is required: the claimer chooses it on this drop'))
  if (takesFromFree && amount > free)
    return refused(
      badInput('amount', 'NOT_ENOUGH_LEFT', `Only ${free} is left to claim`, { free: String(free) }),
    )
  return undefined
}

/** How many more claims the wallet may make, at least; Infinity if it has no limit. On a STREAK it is one a day. */
function claimsLeft({ drop, walletState, paid }: ClaimContext): number {
  if (drop.claimType === 'STREAK') return 1
  // There may be more than were loaded, and then the number is not known.
  if (paid.length >= SOME_PAID) return 1
  const allowed = walletLimit(drop) - walletState.slots.length
  const paidItems = paid.reduce((sum, { held }) => sum + held, 0)
  return Math.max(0, drop.price === null ? allowed : Math.min(allowed, paidItems))
}

function exactAmount(exact: Amount, claims: number): string {
  const each = `Each claim is exactly ${exact}`
  if (claims === Number.POSITIVE_INFINITY) return `${each}; this wallet can claim any number of times`
  return claims > 1 ? `${each}; this wallet can claim ${claims} times` : each
}

function checkWalletLimit({ drop, walletState, now }: ClaimContext): ClaimRefused | undefined {
  if (drop.claimType === 'STREAK') {
    const today = utcDay(now)
    if (!walletState.slots.includes(today)) return undefined
    const claim = walletState.live.findLast(({ createdAt }) => utcDay(createdAt) === today) ?? null
    return claimedToday(today, claim)
  }
  const limit = walletLimit(drop)
  if (walletState.slots.length < limit) return undefined
  const newest = walletState.live.findLast((claim) => isReserved(claim.state)) ?? null
  if (limit === 1 && newest) return alreadyClaimed(newest)
  return refused({ kind: 'claim_limit_reached', limit, claimCount: walletState.slots.length }, newest)
}

const checkGating = ({ drop, gate }: ClaimContext): ClaimRefused | ClaimFactsNeeded | undefined =>
  decisionForVerdict(gate(drop))

function checkRecipient(
  { now, isApprovalUsed = false }: ClaimContext,
  { recipient }: ClaimRequest,
): ClaimRefused | undefined {
  const refusal = recipient && refusalOfApproval(recipient, now, isApprovalUsed)
  return refusal && refused(refusal)
}

/** Buyers passed the check when they bought, and the wallets of a lottery passed it when they entered. */
function checkHuman(
  { drop, walletState }: ClaimContext,
  request: ClaimRequest,
): ClaimRefused | ClaimProofNeeded | undefined {
  const lastUseAt = walletState.live.reduce<Instant | null>(
    (last, { createdAt }) => (last === null || createdAt > last ? createdAt : last),
    null,
  )
  const decision = decideHumanCheck({ drop, lastUseAt }, request)
  return decision?.kind === 'refused' ? refused(decision.refusal) : decision
}

const checkDelivery = (
  { drop }: ClaimContext,
  { deliveryRefusal }: ClaimRequest,
): ClaimRefused | undefined =>
  deliveryRefusal && isServerDelivered(drop) ? refused(deliveryRefusal) : undefined

function checkVault({ drop, tally }: ClaimContext, amount: Amount): ClaimRefused | undefined {
  const refusal = vaultRefusal(drop, tally, amount)
  return refusal && refused(refusal)
}
