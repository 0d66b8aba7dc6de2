import type { Address } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { voucherBytes } from '../../src/voucher/voucher-bytes.ts'

/** The key of the n-th drop. */
export const dropKey = (n = 1): Ed25519Keypair => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(n))

export interface VoucherTerms {
  readonly vaultId: string
  readonly claimer: string
  readonly amount: bigint
  readonly nonce: number
  readonly expiresAtMs: number
}

/** The signature over a voucher, which `claim` takes together with the terms. */
export async function signVoucher(terms: VoucherTerms, key: Ed25519Keypair): Promise<Uint8Array> {
  const { vaultId, claimer, amount, nonce, expiresAtMs } = terms
  const voucher = {
    dropObjectId: vaultId as Address,
    claimer: claimer as Address,
    amount: amount as never,
    nonce,
    expiresAt: expiresAtMs,
  }
  return await key.sign(voucherBytes(voucher))
}
