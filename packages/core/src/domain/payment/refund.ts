import type { Address } from '../address.ts'
import type { Amount } from '../amount.ts'
import type { DropId, PaymentIntentId, PayoutId, RefundId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/** The state of a transfer from the treasury: queued, sent, then decided by the chain. */
export type TransferState =
  | { readonly kind: 'PENDING' }
  | { readonly kind: 'SUCCEEDED'; readonly txHash: string }
  | { readonly kind: 'FAILED'; readonly reason: string }

/** The retry schedule of one refund or payout. Each has its own, so none waits for another. */
export interface Attempts {
  /** Attempts since the request, or since the owner restarted the transfer. */
  readonly attempts: number
  /** When the transfer is next tried, or its transaction next checked; null unless it is PENDING. */
  readonly nextAttemptAt: Instant | null
  /** Why the last attempt failed; null before the first failure and after success. */
  readonly lastError: string | null
}

/** Money that goes back to its payer, in the received coin. */
export interface Refund extends Attempts {
  readonly id: RefundId
  readonly intentId: PaymentIntentId
  readonly dropId: DropId
  readonly amount: Amount
  readonly coinType: string
  readonly to: Address
  readonly reason: string | null
  readonly state: TransferState
  readonly createdAt: Instant
}

/** Earnings of a drop that go to its owner. */
export interface Payout extends Attempts {
  readonly id: PayoutId
  readonly dropId: DropId
  readonly creatorId: UserId
  readonly amount: Amount
  /** The currency's code, or the coin's type if the service has no currency for it. */
  readonly currency: string
  readonly coinType: string
  /** The intent that pays for it, if the money is in another coin than the drop's. */
  readonly intentId: PaymentIntentId | null
  readonly to: Address
  readonly state: TransferState
  readonly createdAt: Instant
}
