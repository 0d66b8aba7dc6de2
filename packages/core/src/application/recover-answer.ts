import { type Claim, idOfClaim } from '../domain/claim.ts'
import { renewClaim } from '../domain/claim-ladder.ts'
import type { Drop } from '../domain/drop.ts'
import { type ClaimPlace, readClaimId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import { notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Change, Ports } from '../ports/index.ts'
import type { ClaimGrant } from './claim-drop.ts'
import { issueVoucher } from './issue-voucher.ts'
import type { Settings } from './settings.ts'

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
  if (!place || !drop || !found) return err(notFound('Claim'))
  const now = ports.clock.now()
  const current =
    expiryOf(found) > now
      ? { drop, claim: found }
      : ((await renew(ports, settings, place)) ?? { drop, claim: found })
  const voucher = await issueVoucher(ports, current.drop, current.claim, expiryOf(current.claim))
  return ok({ ...current, voucher })
}

/** One that is over from the start where no voucher is good: a released amount must never be paid out. */
const expiryOf = ({ state, createdAt }: Claim): Instant =>
  state.kind === 'PENDING' && state.expiresAt !== null ? state.expiresAt : createdAt

interface Renewed {
  readonly drop: Drop
  readonly claim: Claim
}

/** The claim as it stands under the drop's lock, renewed where it may be. */
async function renew(
  ports: ClaimPorts,
  settings: Settings,
  { dropId, sequence }: ClaimPlace,
): Promise<Renewed | null> {
  const changed = await ports.store.changeDrop(
    dropId,
    { sequences: [sequence] },
    (pool): Change<Renewed | null> => {
      const claim = pool?.claims.get(sequence)
      if (!pool || !claim) return { result: null }
      const { drop } = pool
      const asItIs = { result: { drop, claim } }
      const now = ports.clock.now()
      if (claim.state.kind !== 'PENDING' || claim.state.expiresAt === null || claim.state.expiresAt > now)
        return asItIs
      const renewed = renewClaim(drop, claim, now, settings.voucherLifetimeMs)
      if (drop.deletedAt !== null || !renewed.ok) return asItIs
      const dueAt = now + settings.voucherLifetimeMs + settings.expiryMarginMs
      return {
        result: { drop, claim: renewed.value },
        update: { claims: [renewed.value] },
        jobs: [{ kind: 'expire_claims', subject: dropId, dueAt }],
      }
    },
  )
  if (!changed.ok) throw new Error(`invariant broken: ${idOfClaim({ dropId, sequence })} has no unique field`)
  return changed.value
}
