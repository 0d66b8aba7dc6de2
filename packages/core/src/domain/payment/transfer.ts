import type { Address } from '../address.ts'
import type { Amount } from '../amount.ts'
import type { Instant } from '../instant.ts'

/** The place of a transfer. One transaction can contain several transfers. */
export interface TransferPlace {
  readonly txHash: string
  /** Its number among the transaction's transfers to the treasury, from 0. */
  readonly index: number
}

/** Coins that the treasury received in a final transaction. */
export interface Transfer extends TransferPlace {
  readonly from: Address
  readonly coinType: string
  readonly amount: Amount
  readonly memo: string | null
  /** The chain's time of the transaction. */
  readonly at: Instant
}

/**
 * The key of a used transfer. For the first transfer it is the hash alone, as in earlier releases, which used whole
 * transactions.
 */
export const transferKey = ({ txHash, index }: TransferPlace): string =>
  index === 0 ? txHash : `${txHash}#${index}`
