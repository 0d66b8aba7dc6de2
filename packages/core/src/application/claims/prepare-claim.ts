import type { Address } from '../../domain/address.ts'
import { type Claim, idOfClaim, isReleased, voucherExpiryOf } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { readClaimId } from '../../domain/ids.ts'
import { refusalToClaimFor } from '../../domain/ownership.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports, SignedVoucher } from '../../ports/index.ts'
import { orConflict } from '../log-error.ts'
import type { Settings } from '../settings.ts'
import { issueVoucher, renewVoucher } from './issue-voucher.ts'

type PreparePorts = Pick<Ports, 'store' | 'chain' | 'signer' | 'clock'>

/** A claim's voucher, and the vault that pays it. */
interface ClaimVoucher {
  readonly drop: Drop
  /** The wallet that submits the voucher. */
  readonly claimer: Address
  readonly voucher: SignedVoucher
  readonly coinType: string
}

/**
 * Returns the unsigned transaction, base64, with which a claim's wallet submits its voucher. For callers that may claim for
 * this wallet. Renews an expired voucher if `claimDrop` would renew it.
 */
export async function prepareClaim(
  ports: PreparePorts,
  settings: Settings,
  caller: Caller,
  id: string,
): Promise<Result<string, Refusal>> {
  const current = await currentVoucher(ports, settings, caller, id)
  if (!current.ok) return current
  const { claimer, voucher, coinType } = current.value
  return orConflict(await ports.chain.prepareClaim(voucher, coinType, claimer))
}

/** Returns a voucher that a claim's wallet can use now. */
export async function currentVoucher(
  ports: PreparePorts,
  settings: Settings,
  caller: Caller,
  id: string,
): Promise<Result<ClaimVoucher, Refusal>> {
  const place = readClaimId(id)
  const drop = place && (await ports.store.dropForSettlement(place.dropId))
  const found = place && (await ports.store.claims([place])).get(id)
  if (!drop || !found) return err(notFound('Claim'))
  const denied = refusalToClaimFor(caller, drop, found.claimer)
  if (denied) return err(denied)
  if (drop.award.kind === 'random') return err({ kind: 'wrong_operation', use: 'claimRandomDrop' })
  const current = await renewVoucher(ports, settings, found)
  const { claim, refusal } = current
  if (refusal) return err(refusal)
  const expiresAt = voucherExpiryOf(claim)
  if (expiresAt === null) return err(refusalWithoutVoucher(claim))
  const { vault } = current.drop
  if (vault.kind !== 'open') return err({ kind: 'drop_not_ready', waitingFor: 'its vault is closed' })
  const voucher = await issueVoucher(ports, current.drop, claim, { expiresAt })
  return ok({ drop: current.drop, claimer: claim.claimer, voucher, coinType: vault.coinType })
}

/** Why a claim has no voucher. */
export function refusalWithoutVoucher(claim: Claim): Refusal {
  const claimId = idOfClaim(claim)
  if (claim.state.kind === 'PENDING')
    return {
      kind: 'conflict',
      reason: 'CLAIM_DELIVERED',
      message: `The service delivers ${claimId}: there is no transaction to sign`,
    }
  if (isReleased(claim.state)) {
    const message = `${claimId} is ${claim.state.kind}; its amount has been given back`
    return { kind: 'conflict', reason: 'CLAIM_RELEASED', message }
  }
  return { kind: 'already_claimed', claimId, userAddress: claim.claimer }
}
