import type { Address } from '../address.ts'
import type { Amount } from '../amount.ts'
import type { DropId, PaymentIntentId, PayoutId, RefundId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/** How a payment of ours goes: it is queued, then sent, and the chain decides. */
export type TransferState =
  | { readonly kind: 'PENDING' }
  | { readonly kind: 'SUCCEEDED'; readonly txHash: string }
  | { readonly kind: 'FAILED'; readonly reason: string }

/** How often a refund or payout was tried. Each has a schedule of its own, so none waits for another. */
export interface Attempts {
  /** Since it was asked for, or since its owner last started it anew. */
  readonly attempts: number
  /** When it is tried next, or its transaction looked at again; null unless it is PENDING. */
  readonly nextAttemptAt: Instant | null
  /** Why the last attempt did not succeed; null before the first failure and after success. */
  readonly lastError: string | null
}

/** Money on its way back to who paid it, in the coin in which it came. */
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

/** A drop's earnings on their way to its owner. */
export interface Payout extends Attempts {
  readonly id: PayoutId
  readonly dropId: DropId
  readonly creatorId: UserId
  readonly amount: Amount
  /** The currency's code; the coin's type where none of the service's currencies has it. */
  readonly currency: string
  readonly coinType: string
  /** The intent that it is paid from, for what came in another coin than the drop's. */
  readonly intentId: PaymentIntentId | null
  readonly to: Address
  readonly state: TransferState
  readonly createdAt: Instant
}
