import type { Address } from '../domain/address.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { SignedVoucher } from './chain.ts'

/** A transaction that its sender signs and the service pays for. */
export interface SponsoredClaim {
  /** The whole transaction, unsigned, base64. */
  readonly transactionBytes: string
  /** The hash under which the chain will know it. */
  readonly digest: string
  /** The most that it can cost, in MIST. */
  readonly gas: bigint
}

/** Pays the gas of claims that wallets sign. Its budgets limit what it pays per wallet, per drop and in all. */
export interface GasSponsor {
  /**
   * The claim of one voucher and nothing else, sent by its claimer. It counts nothing in the budgets. Refused when they
   * have no room for it, and with `conflict` when the chain would not take the voucher.
   */
  prepare(voucher: SignedVoucher, coinType: string): Promise<Result<SponsoredClaim, Refusal>>
  /**
   * Signs what `prepare` gave as its sponsor, and sends it. Refused before anything is signed or counted if the signature
   * is not the claimer's, or if the transaction would fail now. Its whole gas counts as spent from then on. After
   * `chain_unavailable` it may have been sent; the same transaction takes effect once.
   */
  send(
    claim: SponsoredClaim & { readonly claimer: Address; readonly dropObjectId: Address },
    signature: string,
  ): Promise<Result<void, Refusal>>
}
