import { ed25519 } from '@noble/curves/ed25519.js'
import { ReceiptClaimDocument, type ReceiptClaimQuery } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import type { Receipt } from './read-receipt.ts'

export type ReceiptVerdict = 'unchanged' | 'changed' | 'forged' | 'elsewhere'

const PAGE = 200

/** Whether the drop's claims are still in the order that a receipt proves. */
export async function checkReceipt(dropId: string, receipt: Receipt): Promise<ReceiptVerdict> {
  if (receipt.dropId !== dropId) return 'elsewhere'
  if (!isSigned(receipt)) return 'forged'
  let after: string | null = null
  for (;;) {
    const { claims }: ReceiptClaimQuery = await request(ReceiptClaimDocument, {
      dropId,
      userAddress: receipt.claimer,
      limit: PAGE,
      after,
    })
    const claim = claims.find(({ sequence }) => sequence === receipt.sequence)
    if (claim) return claim.orderHead === receipt.head ? 'unchanged' : 'changed'
    after = claims.at(-1)?.id ?? null
    if (claims.length < PAGE || after === null) return 'changed'
  }
}

/** Whether the receipt's key has signed the receipt. */
function isSigned({ text, publicKey, signature }: Receipt): boolean {
  try {
    return ed25519.verify(bytesOf(signature), new TextEncoder().encode(text), bytesOf(publicKey))
  } catch {
    return false
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
