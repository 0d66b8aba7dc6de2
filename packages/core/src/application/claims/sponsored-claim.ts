import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { utf8 } from '../../domain/encodings.ts'
import { readClaimId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { refusalToClaimFor } from '../../domain/ownership.ts'
import { badInput, isRetryable, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { Caller } from '../../domain/user.ts'
import type { GasSponsor, Ports, Secrets, SponsoredClaim } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import type { UserLimits } from '../user-limits.ts'
import { openToken, sealToken } from '../users/secrets.ts'
import { confirmClaim } from './confirm-claim.ts'
import { currentVoucher, refusalWithoutVoucher } from './issue-voucher.ts'

type SponsorPorts = Pick<Ports, 'store' | 'chain' | 'signer' | 'clock' | 'secrets' | 'gasSponsor'>

/** A sponsored claim, and the seal by which the service recognizes its own offer. */
export interface OfferedClaim {
  readonly transactionBytes: string
  readonly sponsorship: string
}

/** The content of a sponsorship, as JSON. */
interface Offer extends Omit<SponsoredClaim, 'gas'> {
  readonly claimId: string
  readonly voucherExpiresAt: Instant
  readonly gas: string
}

/** A sponsorship has about 2,000 characters. */
const MAX_SPONSORSHIP_LENGTH = 16_384

/**
 * Returns the transaction with which a claim's wallet submits its voucher at the service's cost. The service signs as the
 * sponsor only in `submitSponsoredClaim`. Null if wallets pay the gas for claims on this drop themselves.
 */
export async function prepareSponsoredClaim(
  ports: SponsorPorts,
  settings: Settings,
  caller: Caller,
  claimId: string,
): Promise<Result<OfferedClaim | null, Refusal>> {
  const current = await currentVoucher(ports, settings, caller, claimId)
  if (!current.ok) return current
  const { drop, claimer, voucher, coinType } = current.value
  if (drop.delivery !== 'SPONSORED' || ports.gasSponsor === undefined) return ok(null)
  const prepared = await ports.gasSponsor.prepare(voucher, coinType, claimer)
  if (!prepared.ok) return prepared
  const { transactionBytes, digest, gas } = prepared.value
  const offer: Offer = {
    claimId,
    voucherExpiresAt: voucher.expiresAt,
    transactionBytes,
    digest,
    gas: String(gas),
  }
  const sponsorship = sealToken(ports.secrets, utf8(JSON.stringify(offer)), SEALED_FOR.sponsorship())
  return ok({ transactionBytes, sponsorship })
}

/**
 * Sends a sponsored claim that its wallet has signed, and confirms the claim. The service pays only for transactions that
 * it built itself. Repeating the call with the same input returns the same claim and costs nothing.
 */
export async function submitSponsoredClaim(
  ports: SubmitPorts,
  queue: KeyedQueue,
  caller: Caller,
  input: SignedOffer,
): Promise<Result<Claim, Refusal>> {
  const offer = openOffer(ports.secrets, input.sponsorship)
  const { gasSponsor } = ports
  if (offer === undefined || gasSponsor === undefined)
    return err(
      badInput(
        'sponsorship',
        'WRONG_FORMAT',
        'sponsorship must be a value that prepareSponsoredClaim returned',
      ),
    )
  // If the same offer is submitted twice at once, the second call finds the transaction of the first, and its gas is not
  // counted again.
  return queue(offer.digest, () => submitOffer({ ...ports, gasSponsor }, caller, offer, input.signature))
}

/** Runs work with the same key one after the other, in this process. Work with different keys runs at the same time. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const running = before ? before.then(work, work) : work()
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}

type SubmitPorts = SponsorPorts & { readonly limits?: UserLimits | undefined }

interface SignedOffer {
  readonly sponsorship: string
  readonly signature: string
}

async function submitOffer(
  ports: SubmitPorts & { readonly gasSponsor: GasSponsor },
  caller: Caller,
  offer: Offer,
  signature: string,
): Promise<Result<Claim, Refusal>> {
  const { gasSponsor } = ports
  const { claimId, voucherExpiresAt, transactionBytes, digest } = offer
  const place = readClaimId(claimId)
  const drop = place && (await ports.store.dropForSettlement(place.dropId))
  const claim = place && (await ports.store.claims([place])).get(claimId)
  if (!drop || !claim) return err(notFound('Claim'))
  const denied = refusalToClaimFor(caller, drop, claim.claimer)
  if (denied) return err(denied)

  const known = await ports.chain.outcome(digest)
  if (!known.ok) return known
  const confirm = () => confirmClaim(ports, { claimId, txHash: digest })
  if (known.value.kind !== 'absent') return confirm()
  const currentExpiry = voucherExpiryOf(claim)
  if (currentExpiry === null) return err(refusalWithoutVoucher(claim))
  if (drop.vault.kind !== 'open') return err({ kind: 'drop_not_ready', waitingFor: 'its vault is closed' })
  // A voucher that is signed again, by a new key or after its expiry, has a new expiry.
  if (voucherExpiresAt !== currentExpiry || voucherExpiresAt <= ports.clock.now())
    return err({
      kind: 'conflict',
      reason: 'VOUCHER_EXPIRED',
      message: `The voucher of this transaction for ${claimId} is no longer valid: prepare the claim again`,
    })

  const gas = BigInt(offer.gas)
  // Another server may send the same transaction at this moment.
  const count = (report: 'taken' | 'spent' | 'unspent') =>
    ports.limits?.gas.once(report, drop.id, gas, { digest, until: voucherExpiresAt })
  const gasRefusal = await count('taken')
  if (gasRefusal) return err(gasRefusal)
  const { claimer } = claim
  const sent = await gasSponsor.send(
    { transactionBytes, digest, gas, claimer, dropObjectId: drop.vault.objectId, until: voucherExpiresAt },
    signature,
    caller.user.id,
  )
  if (!sent.ok) {
    // Without an answer of the chain, the transaction may take effect.
    await count(sent.error.kind === 'chain_unavailable' ? 'spent' : 'unspent')
    return sent
  }
  await count('spent')
  const confirmed = await confirm()
  // The service also watches the chain and confirms the claim later by itself.
  return confirmed.ok || !isRetryable(confirmed.error) ? confirmed : ok(claim)
}

function openOffer(secrets: Secrets, sponsorship: string): Offer | undefined {
  if (sponsorship.length > MAX_SPONSORSHIP_LENGTH) return undefined
  const bytes = openToken(secrets, sponsorship, SEALED_FOR.sponsorship())
  return bytes && (JSON.parse(String.fromCharCode(...bytes)) as Offer)
}
