import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { readClaimId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import type { ClaimGrant } from './claim-drop.ts'
import { issueVoucher } from './issue-voucher.ts'
import { renewVoucher } from './renew-voucher.ts'

type ClaimPorts = Pick<Ports, 'store' | 'chain' | 'signer' | 'clock'>

/**
 * What a request that made or renewed this claim is answered when its answer was lost, or its voucher is no good any
 * more: the same claim, nonce and amount, under the key that the drop has now, for a new while when the old one is
 * over. It reserves nothing; of a claim that waits for no voucher any more the voucher is worth nothing.
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

/** One that is over from the start where no voucher is good: a released amount must never be paid out. */
const expiryOf = (claim: Claim): Instant => voucherExpiryOf(claim) ?? claim.createdAt
