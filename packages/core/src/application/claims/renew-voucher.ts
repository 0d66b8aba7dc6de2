import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { renewClaim } from '../../domain/claim-repeat.ts'
import type { Drop } from '../../domain/drop.ts'
import type { ClaimPlace } from '../../domain/ids.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import type { Change, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { changeClaim } from './change-claim.ts'

interface RenewedVoucher {
  readonly drop: Drop
  readonly claim: Claim
  /** Why the voucher has expired and cannot be renewed. Null if it is valid, or if the claim has none. */
  readonly refusal: Refusal | null
}

/**
 * Reads a claim under its drop's lock. If its voucher has expired and the drop allows it, the voucher gets a new expiry.
 */
export async function renewVoucher(
  ports: Pick<Ports, 'store' | 'clock'>,
  settings: Settings,
  place: ClaimPlace,
): Promise<RenewedVoucher> {
  return changeClaim(ports, place, [], (claim, { drop }): Change<RenewedVoucher> => {
    const now = ports.clock.now()
    const expiresAt = voucherExpiryOf(claim)
    if (expiresAt === null || expiresAt > now) return { result: { drop, claim, refusal: null } }
    if (drop.deletedAt !== null) return { result: { drop, claim, refusal: notFound('Drop') } }
    const renewed = renewClaim(drop, claim, now, settings.voucherLifetimeMs)
    if (!renewed.ok) return { result: { drop, claim, refusal: renewed.error } }
    const dueAt = now + settings.voucherLifetimeMs + settings.expiryMarginMs
    return {
      result: { drop, claim: renewed.value, refusal: null },
      update: { claims: [renewed.value] },
      jobs: [{ kind: 'expire_claims', subject: drop.id, ownerId: drop.creatorId, dueAt }],
    }
  })
}
