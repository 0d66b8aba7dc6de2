import type { DrawRecord } from '@dropkit/core'
import { orderChecker, receiptText } from '@dropkit/core/internal'
import { ed25519 } from '@noble/curves/ed25519.js'
import { browserHashes, yieldToBrowser } from './draws.ts'
import type { Receipt } from './read-receipt.ts'

/**
 * `unknown_key`: the drop never had the key that signed it, so anyone can have made it. `not_known`: the drop does not list
 * the key, but may have had it.
 */
export type ReceiptVerdict = 'unchanged' | 'changed' | 'forged' | 'unknown_key' | 'not_known' | 'elsewhere'

/** The keys with which a drop has signed its receipts. */
export interface DropKeys {
  readonly publicKeys: readonly string[]
  /** Whether the drop has had no other key. */
  readonly hasAllPublicKeys: boolean
}

/**
 * Whether the claims are in the order that a receipt proves. Trusts no head that the server shows. If `signal` aborts, it
 * rejects with the signal's reason.
 */
export async function judgeReceipt(
  receipt: Receipt,
  { dropId, draws }: Pick<DrawRecord, 'dropId' | 'draws'>,
  { publicKeys, hasAllPublicKeys }: DropKeys,
  signal?: AbortSignal,
): Promise<ReceiptVerdict> {
  if (!isSigned(receipt)) return 'forged'
  if (!publicKeys.includes(receipt.publicKey)) return hasAllPublicKeys ? 'unknown_key' : 'not_known'
  const order = orderChecker({ dropId, draws, receipts: [receipt] }, browserHashes)
  for (const draw of draws) {
    if (order.check(draw) !== undefined) return 'changed'
    await yieldToBrowser()
    signal?.throwIfAborted()
  }
  const claim = draws.at(-1)
  if (order.atEnd() !== undefined || claim?.createdAt === undefined) return 'changed'
  const { createdAt, draw = null } = claim
  const text = receiptText({ ...claim, dropId, createdAt, draw, head: receipt.head })
  return text === receipt.text ? 'unchanged' : 'changed'
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
