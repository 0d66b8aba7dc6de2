import { type Amount, amountOf } from './amount.ts'
import type { BeaconRound } from './beacon.ts'
import { type Claim, isReserved, isUndrawn } from './claim.ts'
import { type Drop, isDrawnByBeacon, isSoldOut } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { claimEvent, dropEvent, type NewEvent, revealedEvent, type Transition } from './event.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import { countEarned, returnItems } from './payment/drop-totals.ts'
import type { PaymentIntent } from './payment/payment-intent.ts'
import { drawAmount, type SeededHash } from './random-amount.ts'

/** A claim with what its end changes. */
export interface OpenClaim {
  readonly claim: Claim
  readonly drop: Drop
  /** The intent whose items the claim spends; null for a free claim. */
  readonly intent: PaymentIntent | null
}

export type ClaimSettlement = Transition<OpenClaim>

/** Confirms a claim that the chain has paid. The price of its items is now earned. */
export function confirmClaim(
  { claim, drop, intent }: OpenClaim,
  proof: { readonly txHash: string; readonly claimedAt: Instant },
  now: Instant,
): ClaimSettlement {
  invariant(isReserved(claim.state), 'only a reserved claim can be confirmed')
  assertPaidFrom(claim, intent)
  const confirmed: Claim = { ...claim, state: { kind: 'CONFIRMED', ...proof } }
  return {
    claim: confirmed,
    ...(intent ? countEarned(intent, drop, claim.cost, now) : { intent, drop }),
    events: [claimEvent('claim.confirmed', confirmed, drop.tokenId, now)],
  }
}

/**
 * Expires a claim after the chain has shown that its voucher expired unused. The amount is free again, and paid items go
 * back to their intent. Only for claims with a voucher, and claims whose delivery was given up (`deliver-claims.ts`).
 */
export function expireClaim({ claim, drop, intent }: OpenClaim, now: Instant): ClaimSettlement {
  invariant(
    claim.state.kind === 'PENDING' && claim.state.expiresAt !== null,
    'only a pending voucher expires',
  )
  assertPaidFrom(claim, intent)
  const expired: Claim = { ...claim, slot: -claim.sequence, state: { kind: 'EXPIRED', expiredAt: now } }
  const events: NewEvent[] = [claimEvent('claim.expired', expired, drop.tokenId, now)]
  return releaseClaim({ claim: expired, drop, intent }, { events, now })
}

/** The reason of a claim that FAILED because its nonce was used for another wallet or amount. */
const TAKEN_REASON = "The drop's key was stolen and this claim's voucher number was used by someone else"

/**
 * Fails a claim after the chain has shown that its nonce was used by a thief of the drop's key. The amount is free again,
 * and paid items go back to their intent. `taken` is the amount that the thief received; it is missing from the vault.
 */
export function failTakenClaim(
  { claim, drop, intent }: OpenClaim,
  { taken, now }: { readonly taken: Amount; readonly now: Instant },
): ClaimSettlement {
  invariant(
    claim.state.kind === 'PENDING' && claim.state.expiresAt !== null,
    'only a claim by voucher is given up',
  )
  assertPaidFrom(claim, intent)
  const state = { kind: 'FAILED', reason: TAKEN_REASON, failedAt: now } as const
  const failed: Claim = { ...claim, slot: -claim.sequence, state }
  const events: NewEvent[] = [claimEvent('claim.failed', failed, drop.tokenId, now)]
  const robbed = withMissing(drop, claim.amount < taken ? claim.amount : taken)
  return releaseClaim({ claim: failed, drop: robbed, intent }, { events, now })
}

/**
 * Until now, the claim explained why this amount had left the vault. From now on the amount is known as missing, so it
 * raises no further alarm.
 */
const withMissing = (drop: Drop, more: Amount): Drop =>
  drop.vault.kind === 'open'
    ? { ...drop, vault: { ...drop.vault, missing: amountOf(drop.vault.missing + more) } }
    : drop

/** Returns the amount of a released claim to the drop, and its items to the intent that paid for them. */
function releaseClaim(
  { claim: over, drop, intent }: OpenClaim,
  { events, now }: { readonly events: NewEvent[]; readonly now: Instant },
): ClaimSettlement {
  const released = releaseFromTally(drop, over)
  const returned = intent ? returnItems(intent, released, over.items, now) : { intent, drop: released }
  const reopened = reopen(returned.drop, now)
  if (reopened !== returned.drop) {
    events.push(dropEvent('drop.resumed', reopened, now, null, { reason: 'reservation_released' }))
  }
  return { claim: over, drop: reopened, intent: returned.intent, events }
}

const assertPaidFrom = (claim: Claim, intent: PaymentIntent | null): void =>
  invariant(claim.intentId === (intent?.id ?? null), 'a paid claim comes with its intent')

function reopen(drop: Drop, now: Instant): Drop {
  const isOpenAgain = statusAt(drop, now) === 'SOLD_OUT' && !isSoldOut(drop, drop.tally)
  return isOpenAgain ? { ...drop, status: 'ACTIVE', updatedAt: now } : drop
}

function releaseFromTally(drop: Drop, claim: Claim): Drop {
  const { tally } = drop
  const reservedAmount = amountOf(tally.reservedAmount - claim.amount)
  return { ...drop, tally: { ...tally, reservedAmount, reservedCount: tally.reservedCount - 1 } }
}

interface RevealContext {
  /** A published round, verified. */
  readonly round: BeaconRound
  /** See `hashOfRound`. */
  readonly hash: SeededHash
  readonly now: Instant
}

type Reveal = Transition<{ readonly drop: Drop; readonly claims: readonly Claim[] }>

/**
 * Draws the amounts of the claims that wait for one round, by sequence. No earlier claim of the drop may be undrawn. Claims
 * that are already drawn do not change.
 */
export function revealClaims(before: Drop, claims: readonly Claim[], context: RevealContext): Reveal {
  const { supply } = before
  invariant(isDrawnByBeacon(before.award) && supply !== null, 'a beacon drop')
  let drop = before
  const revealed: Claim[] = []
  const events: NewEvent[] = []
  for (const claim of claims) {
    if (!isUndrawn(claim) || claim.draw?.round !== context.round.round) continue
    const { tally, pool } = drop
    const amount = drawAmount(
      {
        dropId: drop.id,
        sequence: claim.sequence,
        claimer: claim.claimer,
        remaining: pool - tally.reservedAmount,
        itemsLeft: supply - claim.sequence + 1,
        pool,
      },
      context.hash,
    )
    const signature = revealed.length === 0 ? context.round.signature : null
    const drawn: Claim = { ...claim, amount, draw: { ...claim.draw, revealedAt: context.now, signature } }
    const reservedAmount = amountOf(tally.reservedAmount + amount)
    drop = { ...drop, tally: { ...tally, reservedAmount }, updatedAt: context.now }
    revealed.push(drawn)
    events.push(revealedEvent(drawn, drop, context.now))
  }
  return { drop, claims: revealed, events }
}
