import type { Claim } from '../../domain/claim.ts'
import { receiptText } from '../../domain/claim-order.ts'
import type { Drop } from '../../domain/drop.ts'
import { utf8 } from '../../domain/utf8.ts'
import type { Ports } from '../../ports/index.ts'

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
  drop: Drop,
  claim: Claim,
): Promise<SignedReceipt | null> {
  const { head } = claim
  if (head === null) return null
  const text = receiptText({ ...claim, head })
  const signature = await ports.signer.sign(drop.id, drop.voucherKey, utf8(text))
  return { text, publicKey: drop.voucherKey.publicKey, signature }
}
