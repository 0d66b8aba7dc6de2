import { type Claim, idOfClaim, voucherExpiryOf } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
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

/** The voucher of an offer. */
interface OfferedVoucher {
  readonly claimId: string
  readonly voucherExpiresAt: Instant
  /** The drop's key that signed the voucher. Missing in offers of earlier releases. */
  readonly publicKey?: string
}

/** The content of a sponsorship, as JSON. */
interface Offer extends OfferedVoucher, Omit<SponsoredClaim, 'gas'> {
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
  const offered = { claimId, voucherExpiresAt: voucher.expiresAt, publicKey: drop.voucherKey.publicKey }
  const prepared = await ports.gasSponsor.prepare(voucher, coinType, claimer)
  if (!prepared.ok) return err(await whyRefused(ports, offered, prepared.error))
  const { transactionBytes, digest, gas } = prepared.value
  const offer: Offer = { ...offered, transactionBytes, digest, gas: String(gas) }
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
  return queue(offer.digest, async () => {
    const answered = await submitOffer({ ...ports, gasSponsor }, caller, offer, input.signature)
    return answered.ok ? answered : err(await whyRefused(ports, offer, answered.error))
  })
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
  const read = await readOffered(ports, claimId)
  if (!read) return err(notFound('Claim'))
  const { drop, claim } = read
  const denied = refusalToClaimFor(caller, drop, claim.claimer)
  if (denied) return err(denied)

  const known = await ports.chain.outcome(digest)
  if (!known.ok) return known
  const confirm = () => confirmClaim(ports, { claimId, txHash: digest })
  if (known.value.kind !== 'absent') return confirm()
  if (voucherExpiryOf(claim) === null) return err(refusalWithoutVoucher(claim))
  if (drop.vault.kind !== 'open') return err({ kind: 'drop_not_ready', waitingFor: 'its vault is closed' })
  if (isReplaced(offer, drop, claim) || voucherExpiresAt <= ports.clock.now())
    return err(voucherExpired(claim))

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

async function readOffered({ store }: Pick<Ports, 'store'>, claimId: string) {
  const place = readClaimId(claimId)
  const drop = place && (await store.dropForSettlement(place.dropId))
  const claim = place && (await store.claims([place])).get(claimId)
  return drop && claim ? { drop, claim } : undefined
}

/** Whether the voucher of an offer was signed again since, by a new key or with a new expiry. */
const isReplaced = ({ voucherExpiresAt, publicKey }: OfferedVoucher, drop: Drop, claim: Claim): boolean =>
  voucherExpiresAt !== voucherExpiryOf(claim) ||
  (publicKey ?? drop.voucherKey.publicKey) !== drop.voucherKey.publicKey

const voucherExpired = (claim: Claim): Refusal => ({
  kind: 'conflict',
  reason: 'VOUCHER_EXPIRED',
  message: `The voucher of this transaction for ${idOfClaim(claim)} is no longer valid: prepare the claim again`,
})

/**
 * The refusal of an offer. If the chain refuses it because the drop's key was or is being replaced, the claim can be prepared
 * again.
 */
async function whyRefused(ports: SponsorPorts, offer: OfferedVoucher, refusal: Refusal): Promise<Refusal> {
  const isByChain =
    refusal.kind === 'tx_failed' || (refusal.kind === 'conflict' && refusal.reason === 'CHAIN_REFUSED')
  if (!isByChain) return refusal
  const read = await readOffered(ports, offer.claimId)
  if (read?.claim.state.kind !== 'PENDING') return refusal
  const { drop, claim } = read
  return isReplaced(offer, drop, claim) || drop.nextVoucherKey !== null ? voucherExpired(claim) : refusal
}

function openOffer(secrets: Secrets, sponsorship: string): Offer | undefined {
  if (sponsorship.length > MAX_SPONSORSHIP_LENGTH) return undefined
  const bytes = openToken(secrets, sponsorship, SEALED_FOR.sponsorship())
  return bytes && (JSON.parse(String.fromCharCode(...bytes)) as Offer)
}
