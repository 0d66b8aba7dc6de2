import type { Claim } from '../../domain/claim.ts'
import { receiptText } from '../../domain/claim-order.ts'
import type { Drop } from '../../domain/drop.ts'
import { utf8 } from '../../domain/utf8.ts'
import type { Ports } from '../../ports/index.ts'

/** The proof of a claim's place in the order, for its claimer to keep. */
export interface SignedReceipt {
  /** See `receiptText`. */
  readonly text: string
  /** The drop's key that signs, base64. */
  readonly publicKey: string
  /** Of the text in UTF-8, base64. */
  readonly signature: string
}

/** Signs a receipt for a claim; null for a claim without a place in the order. */
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
