import { type Claim, idOfClaim, isReserved } from './claim.ts'
import {
  alreadyClaimed,
  type ClaimContext,
  type ClaimRefused,
  type ClaimRequest,
  claimedToday,
  type EarlierClaim,
  isRightOperation,
  refused,
} from './claim-decision.ts'
import { type Drop, EMPTY_TALLY, walletLimit } from './drop.ts'
import { refusalByStatus, statusAt } from './drop-status.ts'
import { type Instant, utcDay } from './instant.ts'
import { recipientOf } from './recipient.ts'
import type { Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/**
 * Answers a wallet that claims again, whatever has happened to the drop since: a lost answer and a double click reserve
 * nothing twice. Undefined if the wallet has no claim that answers this request.
 */
export function checkEarlierClaim(
  context: ClaimContext,
  request: ClaimRequest,
): EarlierClaim | ClaimRefused | undefined {
  if (request.linkId !== undefined) return earlierClaimOfLink(context, request)
  const { drop, tally, walletState, now } = context
  if (walletState.live.length === 0 || !isRightOperation(drop, request)) return undefined
  const today = utcDay(now)
  // Not by the slot, which is the day only if the drop was a STREAK when the claim was made.
  const isCurrent = (claim: Claim) => drop.claimType !== 'STREAK' || utcDay(claim.createdAt) === today

  if (drop.award.kind === 'random') {
    const earlier = walletState.live.findLast((claim) => isReserved(claim.state) && isCurrent(claim))
    if (earlier && drop.claimType === 'STREAK')
      return refusalByStatus(drop, tally, now) ? alreadyClaimed(earlier) : claimedToday(today, earlier)
    if (earlier && walletLimit(drop) === 1) return alreadyClaimed(earlier)
    // Each call on a priced drop draws one paid item, so a second call does not repeat the first.
    const isRepeat = drop.price === null && earlier?.state.kind === 'PENDING'
    return isRepeat
      ? (recipientConflict(earlier, request) ?? { kind: 'repeated', claim: earlier })
      : undefined
  }

  // With claim links, a wallet may have several.
  const pending = walletState.live.filter((claim) => claim.state.kind === 'PENDING' && isCurrent(claim))
  const claim = pending.find((one) => !isForAnotherAmount(one, request)) ?? pending[0]
  if (claim === undefined) return undefined
  return (
    amountConflict(claim, request) ??
    recipientConflict(claim, request) ??
    repeatOrRenew(context, claim, request)
  )
}

const isForAnotherAmount = (claim: Claim, { amount }: ClaimRequest): boolean =>
  amount !== null && amount !== claim.amount

function amountConflict(pending: Claim, request: ClaimRequest): ClaimRefused | undefined {
  if (!isForAnotherAmount(pending, request)) return undefined
  const message = `This wallet has a pending claim of ${pending.amount}; claim that, or wait until it has expired`
  const details = { claimId: idOfClaim(pending), amount: String(pending.amount) }
  return refused({ kind: 'conflict', reason: 'PENDING_CLAIM', field: 'amount', message, details }, pending)
}

/** The recipient of a claim never changes. A request that names none repeats the claim with its recipient. */
function recipientConflict(claim: Claim, { recipient }: ClaimRequest): ClaimRefused | undefined {
  const address = recipientOf(claim)
  if (recipient === undefined || recipient.address === address) return undefined
  const message = `This wallet has a pending claim that is delivered to ${address}; finish that, or wait until it has expired`
  const details = { claimId: idOfClaim(claim), recipient: address }
  return refused(
    { kind: 'conflict', reason: 'PENDING_RECIPIENT', field: 'recipient.message', message, details },
    claim,
  )
}

/**
 * A used link gives the same claim again, to the wallet that it was used for and for the same amount. A random drop ignores
 * the requested amount.
 */
function earlierClaimOfLink(
  context: ClaimContext,
  request: ClaimRequest,
): EarlierClaim | ClaimRefused | undefined {
  const claim = context.link?.claim ?? null
  if (claim === null || claim.claimer !== request.claimer || !isReserved(claim.state)) return undefined
  if (context.drop.award.kind !== 'random' && isForAnotherAmount(claim, request))
    return claim.state.kind === 'PENDING'
      ? amountConflict(claim, request)
      : refused({ kind: 'link_used' }, claim)
  return repeatOrRenew(context, claim, request)
}

function repeatOrRenew(
  { drop, now }: ClaimContext,
  claim: Claim,
  { voucherLifetimeMs }: ClaimRequest,
): EarlierClaim | ClaimRefused {
  const hasExpired =
    claim.state.kind === 'PENDING' && claim.state.expiresAt !== null && now >= claim.state.expiresAt
  if (!hasExpired) return { kind: 'repeated', claim }
  const renewed = renewClaim(drop, claim, now, voucherLifetimeMs)
  return renewed.ok ? { kind: 'renewed', claim: renewed.value } : refused(renewed.error, claim)
}

/** Shows a wallet that has drawn all its paid items its last draw, so that a lost answer costs nothing. */
export function checkLastDraw(
  { drop, walletState }: ClaimContext,
  request: ClaimRequest,
): ClaimRefused | undefined {
  const isDrawnByCall = drop.award.kind === 'random' && drop.price !== null && drop.claimType !== 'STREAK'
  if (!isDrawnByCall || !isRightOperation(drop, request)) return undefined
  const last = walletState.live.findLast((claim) => isReserved(claim.state))
  return last && alreadyClaimed(last)
}

/**
 * A pending claim with a new expiry. Its item still belongs to the wallet, so only a drop that accepts no claims at all
 * refuses the renewal.
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
