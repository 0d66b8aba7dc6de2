import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { readClaimId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import type { ClaimGrant } from './claim-drop.ts'
import { issueVoucher, renewVoucher } from './issue-voucher.ts'

type ClaimPorts = Pick<Ports, 'store' | 'chain' | 'signer' | 'clock'>

/**
 * Answers a repeated request that made or renewed this claim, if its answer was lost or its voucher is no longer valid: the
 * same claim, nonce and amount, signed with the drop's current key, and with a new expiry if the old one has passed.
 * Reserves nothing. If the claim is no longer pending, the voucher is already expired.
 */
export async function recoverClaim(
  ports: ClaimPorts,
  settings: Settings,
  id: string,
): Promise<Result<ClaimGrant, Refusal>> {
  const place = readClaimId(id)
  const drop = place && (await ports.store.dropForSettlement(place.dropId))
  const found = place && (await ports.store.claims([place])).get(id)
  if (!drop || !found) return err(notFound('Claim'))
  if (found.state.kind === 'PENDING' && found.state.expiresAt === null)
    return ok({ drop, claim: found, voucher: null })
  const now = ports.clock.now()
  const current = expiryOf(found) > now ? { drop, claim: found } : await renewVoucher(ports, settings, found)
  const voucher = await issueVoucher(ports, current.drop, current.claim, {
    expiresAt: expiryOf(current.claim),
  })
  return ok({ drop: current.drop, claim: current.claim, voucher })
}

/** If the claim is not pending, the voucher is expired from the start, because a released amount must never be paid. */
const expiryOf = (claim: Claim): Instant => voucherExpiryOf(claim) ?? claim.createdAt
