import type { Amount } from '../amount.ts'
import type { Refusal } from '../refusal.ts'
import { type PaymentIntent, type PaymentIntentStatus, receiptOf, statusOf } from './payment-intent.ts'

/** A received payment as a person saw it before deciding about it. */
export interface SeenPayment {
  readonly txHash: string
  /** One transaction can contain several transfers, so its hash alone does not name a payment. */
  readonly amount: Amount
  readonly coinType: string
  /** Null if it does not matter. */
  readonly status: PaymentIntentStatus | null
}

/**
 * Refuses a decision about a payment that the intent does not hold any more; undefined if it is as it was seen. A buyer can
 * replace a payment under review by another one, and can claim items between a look at a payment and its refund.
 */
export function refuseIfChanged(intent: PaymentIntent, seen: SeenPayment): Refusal | undefined {
  const receipt = receiptOf(intent)
  const isAsSeen =
    receipt?.txHash === seen.txHash &&
    receipt.amount === seen.amount &&
    receipt.coinType === seen.coinType &&
    (seen.status === null || seen.status === statusOf(intent))
  return isAsSeen ? undefined : paymentChanged(intent)
}

/** The refusal of a decision about another payment than the held one. It says what is held now. */
export function paymentChanged(intent: PaymentIntent): Refusal {
  const receipt = receiptOf(intent)
  const status = statusOf(intent)
  const held = receipt
    ? `${receipt.amount} of ${receipt.coinType} by transaction ${receipt.txHash}`
    : 'no payment'
  return {
    kind: 'conflict',
    reason: 'PAYMENT_CHANGED',
    message: `The payment has changed. This intent is ${status} and holds ${held}: look at that, then decide again`,
    details: {
      status,
      txHash: receipt?.txHash ?? null,
      receivedAtomic: String(receipt?.amount ?? 0n),
      receivedCoinType: receipt?.coinType ?? null,
      receivedFrom: receipt?.from ?? null,
    },
  }
}
