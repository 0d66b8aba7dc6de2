import type { Address } from '../../domain/address.ts'
import { type Claim, nonceOf } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { Instant } from '../../domain/instant.ts'
import { CLOCK_DIFFERENCE_MS } from '../../domain/payment/match-payment.ts'
import { err, ok } from '../../domain/result.ts'
import type { ChainAnswer, Ports } from '../../ports/index.ts'
import { STRANGER_GRACE_MS, strangerNonces } from './settle-claims.ts'

/** How many nonces of one claim may have been used by strangers before the claim waits. */
const MOST_NONCES = 8
/** The maximum number of used nonces that are remembered. */
const MOST_SEEN = 1_000
/** While it is unknown who used a nonce, the chain is asked this often. */
const LOOK_AGAIN_MS = 10_000

/**
 * Returns the nonce for each claim: its sequence, or its next nonce if strangers have used the previous ones (with a stolen
 * key). Leaves out claims whose nonce is used while it is unknown by whom. Null if the vault of a cancelled drop is gone.
 * Adds the used nonces to the sightings. If it is still unknown who used one, the claim rests for a while more.
 */
export async function freeNonces(
  ports: Pick<Ports, 'chain' | 'jobs'>,
  { drop, vault }: { readonly drop: Drop; readonly vault: { readonly objectId: Address } },
  claims: readonly Claim[],
  { sightings, now }: { readonly sightings: Map<number, Instant>; readonly now: Instant },
): Promise<ChainAnswer<ReadonlyMap<number, number> | null>> {
  const free = new Map<number, number>()
  let open = claims
  for (let tries = 0; open.length > 0 && tries < MOST_NONCES; tries++) {
    const nonceNow = (claim: Claim) => nonceOf(claim, tries)
    const answer = await ports.chain.usedNonces(vault.objectId, open.map(nonceNow))
    if (!answer.ok) return answer
    const { used, chainTime } = answer.value
    if (used === null) {
      // A node that is behind the opening of the vault does not show it either, but has an earlier time.
      if (isCancelledOrDeleted(drop) && chainTime > drop.updatedAt + CLOCK_DIFFERENCE_MS) return ok(null)
      return err({ kind: 'chain_unavailable', reason: 'the chain does not show the vault of the drop' })
    }
    for (const claim of open) if (!used.has(nonceNow(claim))) free.set(claim.sequence, nonceNow(claim))
    // The claim may just have been delivered, for example by a voucher that is public in a failed transaction.
    const old = new Map<number, Instant>()
    for (const nonce of open.map(nonceNow)) {
      if (!used.has(nonce)) continue
      const since = sightings.get(nonce) ?? now
      if (sightings.size < MOST_SEEN) sightings.set(nonce, since)
      if (since + STRANGER_GRACE_MS <= now) old.set(nonce, since)
    }
    const strangers = await strangerNonces(ports, vault.objectId, old)
    for (const nonce of old.keys())
      if (!strangers.has(nonce)) sightings.set(nonce, now + LOOK_AGAIN_MS - STRANGER_GRACE_MS)
    open = open.filter((claim) => strangers.has(nonceNow(claim)))
  }
  return ok(free)
}
