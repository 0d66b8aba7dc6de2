import type { Address } from '../address.ts'
import type { Amount } from '../amount.ts'
import type { DropId, PaymentIntentId, PayoutId, RefundId, UserId } from '../ids.ts'
import { doublingDelayMs, type Instant } from '../instant.ts'

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

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 300_000

/** The wait after this many attempts: half a second, doubled each time, up to 5 minutes. */
export const transferRetryDelayMs = (attempts: number): number =>
  doublingDelayMs(FIRST_RETRY_MS, attempts - 1, LONGEST_RETRY_MS)

/** A new transfer is due immediately. */
export const firstAttemptAt = (now: Instant): Attempts => ({
  attempts: 0,
  nextAttemptAt: now,
  lastError: null,
})

/** Schedules the next attempt after a temporary failure. The transfer stays PENDING. */
export function tryLater<T extends Attempts>(transfer: T, reason: string, now: Instant): T {
  const attempts = transfer.attempts + 1
  return { ...transfer, attempts, nextAttemptAt: now + transferRetryDelayMs(attempts), lastError: reason }
}

export type EndedState = Exclude<TransferState, { kind: 'PENDING' }>

/** Ends the retry schedule of a transfer that has its final state. */
export const ended = <T extends Attempts>(
  transfer: T,
  state: EndedState,
): T & { readonly state: EndedState } => ({
  ...transfer,
  state,
  attempts: transfer.attempts + 1,
  nextAttemptAt: null,
  lastError: state.kind === 'FAILED' ? state.reason : null,
})

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
