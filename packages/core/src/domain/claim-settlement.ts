import { amountOf } from './amount.ts'
import { type Claim, isReserved } from './claim.ts'
import { type Drop, isSoldOut, itemAmount } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { claimEvent, dropEvent, type NewEvent } from './event.ts'
import type { UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'

export interface ClaimSettlement {
  readonly claim: Claim
  /** The drop with its tally changed; null when there is none any more, or when it stays as it was. */
  readonly drop: Drop | null
  readonly events: readonly NewEvent[]
}

/** The chain has paid this claim. `drop` is null when it has been deleted meanwhile. */
export function confirmClaim(
  claim: Claim,
  drop: Drop | null,
  proof: { readonly txHash: string; readonly claimedAt: Instant },
  now: Instant,
  actorId: UserId | null,
): ClaimSettlement {
  invariant(isReserved(claim.state), 'only a reserved claim can be confirmed')
  const confirmed: Claim = { ...claim, state: { kind: 'CONFIRMED', ...proof } }
  return {
    claim: confirmed,
    drop: null,
    events: [claimEvent('claim.confirmed', confirmed, drop?.tokenId ?? null, now, actorId)],
  }
}

/**
 * The chain has shown that this claim's voucher ran out unused: its amount is free again, and a paid item goes back
 * to those who hold one. Only for claims by voucher: a random claim is never released.
 */
export function expireClaim(claim: Claim, drop: Drop | null, now: Instant): ClaimSettlement {
  invariant(
    claim.state.kind === 'PENDING' && claim.state.expiresAt !== null,
    'only a pending voucher expires',
  )
  const expired: Claim = { ...claim, slot: -claim.sequence, state: { kind: 'EXPIRED', expiredAt: now } }
  const events: NewEvent[] = [claimEvent('claim.expired', expired, drop?.tokenId ?? null, now, null)]
  if (drop === null) return { claim: expired, drop: null, events }
  const released = releaseFromTally(drop, claim)
  if (
    released.status !== 'SOLD_OUT' ||
    statusAt(released, now) !== 'SOLD_OUT' ||
    isSoldOut(released, released.tally)
  ) {
    return { claim: expired, drop: released, events }
  }
  events.push(dropEvent('drop.resumed', released, now, null, { reason: 'reservation_released' }))
  return { claim: expired, drop: { ...released, status: 'ACTIVE', updatedAt: now }, events }
}

function releaseFromTally(drop: Drop, claim: Claim): Drop {
  const { tally } = drop
  const heldAgain = claim.intentId === null ? 0 : claim.items
  return {
    ...drop,
    tally: {
      ...tally,
      reservedAmount: amountOf(tally.reservedAmount - claim.amount),
      reservedCount: tally.reservedCount - 1,
      heldAmount: amountOf(tally.heldAmount + itemAmount(drop) * BigInt(heldAgain)),
      heldItems: tally.heldItems + heldAgain,
    },
  }
}
