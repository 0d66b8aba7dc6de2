import type { Address } from '../address.ts'
import type { Amount } from '../amount.ts'
import type { Instant } from '../instant.ts'

/** Where a transfer stands: one transaction can hold several. */
export interface TransferPlace {
  readonly txHash: string
  /** Its number among the transaction's transfers to the treasury, from 0. */
  readonly index: number
}

/** Coins that came to the treasury in a transaction that is final. */
export interface Transfer extends TransferPlace {
  readonly from: Address
  readonly coinType: string
  readonly amount: Amount
  readonly memo: string | null
  /** The chain's time of it. */
  readonly at: Instant
}

/**
 * By which the use of a transfer is kept. The first one's is the hash alone, as it was when whole transactions were used
 * up, so that servers of an earlier release see it.
 */
export const transferKey = ({ txHash, index }: TransferPlace): string =>
  index === 0 ? txHash : `${txHash}#${index}`
