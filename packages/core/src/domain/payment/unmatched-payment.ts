import type { PaymentIntentId, UnmatchedPaymentId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { PossibleUser, UnmatchedReason } from './match-payment.ts'
import type { Transfer } from './transfer.ts'

/** How far they are counted. */
export const MOST_COUNTED = 10_000

/** A transaction that returns an unmatched payment, kept before it is sent. */
export interface SignedReturn {
  readonly bytes: string
  readonly digest: string
  readonly expiresAt: Instant
}

/** What became of an unmatched payment. */
export type UnmatchedState =
  | { readonly kind: 'OPEN' }
  | { readonly kind: 'ASSIGNED'; readonly intentId: PaymentIntentId }
  /** On its way back to its sender. */
  | {
      readonly kind: 'RETURNING'
      /** What was sent for it, and may still take effect; null before the first, or once it cannot take effect. */
      readonly signed: SignedReturn | null
      /** Why the last try did not succeed. */
      readonly problem: string | null
      readonly tries: number
    }
  | { readonly kind: 'RETURNED'; readonly txHash: string }

/** A transfer to the treasury that belongs to no intent until it is assigned to one or returned to its sender. */
export interface UnmatchedPayment extends Transfer {
  readonly id: UnmatchedPaymentId
  readonly reason: UnmatchedReason
  /** The user that it could be for when it was found: what happens to intents later does not change that. */
  readonly possibleUser: PossibleUser
  readonly state: UnmatchedState
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The states that a list of them can be narrowed to. */
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
