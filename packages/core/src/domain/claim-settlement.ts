import { amountOf } from './amount.ts'
import { type Claim, isReserved } from './claim.ts'
import { type Drop, isSoldOut } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { claimEvent, dropEvent, type NewEvent } from './event.ts'
import type { UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import { earn, returnItems } from './payment/hold.ts'
import type { PaymentIntent } from './payment/payment-intent.ts'

/** What a change of one claim makes of everything around it. */
export interface ClaimSettlement {
  readonly claim: Claim
  /** The drop afterwards; the same object when nothing about it changed. */
  readonly drop: Drop
  /** The intent whose items the claim spends, as it is afterwards; null for a free claim. */
  readonly intent: PaymentIntent | null
  readonly events: readonly NewEvent[]
}

/** The chain has paid this claim; what its items cost is earned. */
export function confirmClaim(
  claim: Claim,
  drop: Drop,
  intent: PaymentIntent | null,
  proof: { readonly txHash: string; readonly claimedAt: Instant },
  now: Instant,
  actorId: UserId | null,
): ClaimSettlement {
  invariant(isReserved(claim.state), 'only a reserved claim can be confirmed')
  assertPaidFrom(claim, intent)
  const confirmed: Claim = { ...claim, state: { kind: 'CONFIRMED', ...proof } }
  return {
    claim: confirmed,
    ...(intent ? earn(intent, drop, claim.cost, now) : { intent, drop }),
    events: [claimEvent('claim.confirmed', confirmed, drop.tokenId, now, actorId)],
  }
}

/**
 * The chain has shown that this claim's voucher ran out unused: its amount is free again, and paid items go back to
 * the intent they came from. Only for claims by voucher: a random claim is never released.
 */
export function expireClaim(
  claim: Claim,
  drop: Drop,
  intent: PaymentIntent | null,
  now: Instant,
): ClaimSettlement {
  invariant(
    claim.state.kind === 'PENDING' && claim.state.expiresAt !== null,
    'only a pending voucher expires',
  )
  assertPaidFrom(claim, intent)
  const expired: Claim = { ...claim, slot: -claim.sequence, state: { kind: 'EXPIRED', expiredAt: now } }
  const events: NewEvent[] = [claimEvent('claim.expired', expired, drop.tokenId, now, null)]
  const released = releaseFromTally(drop, claim)
  const returned = intent ? returnItems(intent, released, claim.items, now) : { intent, drop: released }
  const reopened = reopen(returned.drop, now)
  if (reopened !== returned.drop) {
    events.push(dropEvent('drop.resumed', reopened, now, null, { reason: 'reservation_released' }))
  }
  return { claim: expired, drop: reopened, intent: returned.intent, events }
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
