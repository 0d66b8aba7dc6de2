import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { recipientOf } from '../../domain/recipient.ts'
import type { Ports, SignedVoucher } from '../../ports/index.ts'

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
