import type { PaymentIntentId, UnmatchedPaymentId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { PossibleUser, UnmatchedReason } from './match-payment.ts'
import type { Transfer } from './transfer.ts'

/** Unmatched payments are counted up to this number. */
export const MOST_COUNTED = 10_000

/** A transaction that returns an unmatched payment. It is stored before it is sent. */
export interface SignedReturn {
  readonly bytes: string
  readonly digest: string
  readonly expiresAt: Instant
}

/** The state of an unmatched payment. */
export type UnmatchedState =
  | { readonly kind: 'OPEN' }
  | { readonly kind: 'ASSIGNED'; readonly intentId: PaymentIntentId }
  /** The payment is being returned to its sender. */
  | {
      readonly kind: 'RETURNING'
      /** The sent transaction, which may still take effect; null if there is none, or if it cannot take effect any more. */
      readonly signed: SignedReturn | null
      /** Why the last attempt failed. */
      readonly problem: string | null
      readonly tries: number
    }
  | { readonly kind: 'RETURNED'; readonly txHash: string }

/** A transfer to the treasury that belongs to no intent until it is assigned to one or returned to its sender. */
export interface UnmatchedPayment extends Transfer {
  readonly id: UnmatchedPaymentId
  readonly reason: UnmatchedReason
  /** The user that the payment could be for when it was found. Later changes of intents do not change this. */
  readonly possibleUser: PossibleUser
  readonly state: UnmatchedState
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The states by which a list can be filtered. */
export const UNMATCHED_STATES = [
  'OPEN',
  'ASSIGNED',
  'RETURNING',
  'RETURNED',
] as const satisfies readonly UnmatchedState['kind'][]

export interface Finding {
  readonly id: UnmatchedPaymentId
  readonly transfer: Transfer
  readonly reason: UnmatchedReason
  readonly possibleUser: PossibleUser
}

export function newUnmatched(
  { id, transfer, reason, possibleUser }: Finding,
  now: Instant,
): UnmatchedPayment {
  const { txHash, index, from, coinType, amount, memo, at } = transfer
  return {
    id,
    txHash,
    index,
    from,
    coinType,
    amount,
    memo,
    at,
    reason,
    possibleUser,
    state: { kind: 'OPEN' },
    createdAt: now,
    updatedAt: now,
  }
}
