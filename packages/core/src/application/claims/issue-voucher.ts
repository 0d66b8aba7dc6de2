import type { Address } from '../../domain/address.ts'
import { type Claim, idOfClaim, isReleased, voucherExpiryOf } from '../../domain/claim.ts'
import { receiptText } from '../../domain/claim-order.ts'
import { renewClaim } from '../../domain/claim-repeat.ts'
import type { BriefDrop, Drop } from '../../domain/drop.ts'
import { utf8 } from '../../domain/encodings.ts'
import { type ClaimPlace, readClaimId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { refusalToClaimFor } from '../../domain/ownership.ts'
import { recipientOf } from '../../domain/recipient.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Ports, SignedVoucher } from '../../ports/index.ts'
import { orConflict } from '../chain/chain-refusal.ts'
import type { Settings } from '../settings.ts'
import type { ClaimGrant } from './claim-drop.ts'
import type { ClaimQueue } from './claim-queue.ts'
import { changeClaim } from './confirm-claim.ts'

/**
 * Signs a voucher for a claim's amount from the drop's vault. By default, the nonce is the claim's sequence. The same claim
 * gives the same bytes.
 */
export async function issueVoucher(
  ports: Pick<Ports, 'chain' | 'signer'>,
  drop: Drop,
  claim: Claim,
  { expiresAt, nonce = claim.sequence }: { readonly expiresAt: Instant; readonly nonce?: number },
): Promise<SignedVoucher> {
  invariant(drop.vault.kind !== 'none', 'a claim is only made on a drop with a vault')
  const voucher = {
    dropObjectId: drop.vault.objectId,
    claimer: recipientOf(claim),
    amount: claim.amount,
    nonce,
    expiresAt,
  }
  const signature = await ports.signer.sign(drop.id, drop.voucherKey, ports.chain.voucherBytes(voucher))
  return { ...voucher, signature }
}

/**
 * For one claim: returns a queue that signs the voucher of a new claim while the claim commits, and a function that returns this
 * voucher after the commit.
 */
export function signWhileCommitting(
  ports: Pick<Ports, 'chain' | 'signer'>,
  queue: ClaimQueue,
): {
  readonly queue: Pick<ClaimQueue, 'submit'>
  /** The voucher of a committed claim. Null if the service delivers the claim. */
  voucherOf(claim: Claim, drop: Drop): Promise<SignedVoucher | null>
} {
  async function sign(claim: Claim, drop: Drop): Promise<SignedVoucher | null> {
    const expiresAt = voucherExpiryOf(claim)
    return expiresAt === null ? null : issueVoucher(ports, drop, claim, { expiresAt })
  }
  let early: { claim: Claim; publicKey: string; voucher: Promise<SignedVoucher | null> } | undefined
  return {
    queue: {
      submit: (dropId, request) =>
        queue.submit(dropId, request, (claim, drop) => {
          early = { claim, publicKey: drop.voucherKey.publicKey, voucher: sign(claim, drop) }
          // If the commit fails, nothing awaits it, and an unhandled rejection would end the process.
          early.voucher.catch(() => {})
        }),
    },
    // The key may have been replaced after a commit whose answer was lost.
    voucherOf: (claim, drop) =>
      early?.claim === claim && early.publicKey === drop.voucherKey.publicKey
        ? early.voucher
        : sign(claim, drop),
  }
}

interface RenewedVoucher {
  readonly drop: Drop
  readonly claim: Claim
  /** Why the voucher has expired and cannot be renewed. Null if it is valid, or if the claim has none. */
  readonly refusal: Refusal | null
}

/**
 * Reads a claim under its drop's lock. If its voucher has expired and the drop allows it, the voucher gets a new expiry.
 */
async function renewVoucher(
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

/** The proof of a claim's position in the order, for its claimer to store. */
export interface SignedReceipt {
  /** See `receiptText`. */
  readonly text: string
  /** The public key of the drop's signing key, base64. */
  readonly publicKey: string
  /** The signature over the text in UTF-8, base64. */
  readonly signature: string
}

/** Signs a receipt for a claim. Null for a claim without a position in the order. */
export async function signReceipt(
  ports: Pick<Ports, 'signer'>,
  drop: BriefDrop,
  claim: Claim,
): Promise<SignedReceipt | null> {
  const { head } = claim
  if (head === null) return null
  const text = receiptText({ ...claim, head })
  const signature = await ports.signer.sign(drop.id, drop.voucherKey, utf8(text))
  return { text, publicKey: drop.voucherKey.publicKey, signature }
}

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
