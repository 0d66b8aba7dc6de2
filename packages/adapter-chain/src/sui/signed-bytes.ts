import type { Instant, SignedTransaction } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { Signer } from '@mysten/sui/cryptography'
import { TransactionDataBuilder } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'

/** A transaction in the form in which it is sent. */
export interface SendableTransaction {
  readonly transaction: Uint8Array
  readonly signatures: string[]
}

/** Signs a transaction. `bytes` holds the transaction and then the signatures, each in base64, separated by dots. */
export async function signTransaction(
  transaction: Uint8Array,
  signers: readonly Signer[],
  expiresAt: Instant,
): Promise<SignedTransaction> {
  const signed = await Promise.all(signers.map((signer) => signer.signTransaction(transaction)))
  const signatures = signed.map(({ signature }) => signature)
  return {
    bytes: [toBase64(transaction), ...signatures].join('.'),
    digest: TransactionDataBuilder.getDigestFromBytes(transaction),
    expiresAt,
  }
}

export function sendableOf({ bytes, digest }: SignedTransaction): SendableTransaction {
  const [transaction = '', ...signatures] = bytes.split('.')
  const decoded = fromBase64(transaction)
  invariant(TransactionDataBuilder.getDigestFromBytes(decoded) === digest, `the bytes are those of ${digest}`)
  return { transaction: decoded, signatures }
}
