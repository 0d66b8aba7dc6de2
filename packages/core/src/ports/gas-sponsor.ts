import type { Address } from '../domain/address.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { SignedVoucher } from './chain.ts'

/** A transaction that its sender signs and the service pays for. */
export interface SponsoredClaim {
  /** The whole transaction, unsigned, base64. */
  readonly transactionBytes: string
  /** The transaction's digest on the chain. */
  readonly digest: string
  /** The largest possible cost in MIST. */
  readonly gas: bigint
}

/** Pays the gas of claims that wallets sign. Its budgets limit the cost per wallet, per drop and in total. */
export interface GasSponsor {
  /**
   * Prepares the claim of one voucher, sent by `sender`. Counts nothing in the budgets. Refused if the budgets have no
   * room for it, and with `conflict` if the chain would refuse the voucher.
   */
  prepare(voucher: SignedVoucher, coinType: string, sender: Address): Promise<Result<SponsoredClaim, Refusal>>
  /**
   * Signs a prepared transaction as its sponsor and sends it. Refused before anything is signed or counted if the signature
   * is not that of `claimer`, who is the sender, or if the transaction would fail now. From then on its whole gas counts as spent. After
   * `chain_unavailable` the transaction may have been sent; it takes effect once.
   */
  send(
    claim: SponsoredClaim & { readonly claimer: Address; readonly dropObjectId: Address },
    signature: string,
  ): Promise<Result<void, Refusal>>
}
