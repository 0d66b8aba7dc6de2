import { readFileSync } from 'node:fs'

/** A voucher with known bytes, for testing all code that writes, signs or verifies vouchers. */
export interface GoldenVoucher {
  readonly name: string
  readonly voucher: {
    readonly dropObjectId: string
    readonly claimer: string
    readonly amount: string
    readonly nonce: number
    readonly expiresAt: number
  }
  /** The 32 bytes of the private key, in hex. */
  readonly secretKey: string
  readonly publicKey: string
  readonly bytes: string
  readonly signature: string
}

export const goldenVouchers: readonly GoldenVoucher[] = JSON.parse(
  readFileSync(new URL('./voucher-vectors.json', import.meta.url), 'utf8'),
)
