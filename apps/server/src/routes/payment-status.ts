import { amountDue, candidateOf, type PaymentIntent, receiptOf, statusOf, toIso } from '@dropkit/core'

/** What somebody who has only the link of a payment is shown of it: what it takes to pay, and whether that is done. */
export interface PaymentStatus {
  readonly externalId: string
  readonly title: string
  readonly status: ReturnType<typeof statusOf>
  readonly statusReason: string | null
  readonly quantity: number
  /** In whole units, exactly. */
  readonly amount: string
  readonly amountAtomic: string
  readonly currency: string
  readonly coinType: string
  readonly recipientAddress: string
  /** What the payment's memo should be, where the wallet can give one. */
  readonly memo: string
  readonly walletAddress: string
  readonly txHash: string | null
  readonly expiresAt: string
  /** The service's own time, by which it expires. */
  readonly now: string
}

export function paymentStatusOf(
  intent: PaymentIntent,
  about: { readonly title: string; readonly decimals: number; readonly now: number },
): PaymentStatus {
  const { externalId, state, quantity, currency, coinType, recipient, wallet, expiresAt } = intent
  const due = amountDue(intent)
  return {
    externalId,
    title: about.title,
    status: statusOf(intent),
    statusReason: 'reason' in state ? state.reason : null,
    quantity,
    amount: inWholeUnits(due, about.decimals),
    amountAtomic: String(due),
    currency,
    coinType,
    recipientAddress: recipient,
    memo: externalId,
    walletAddress: wallet,
    txHash: receiptOf(intent)?.txHash ?? candidateOf(intent),
    expiresAt: toIso(expiresAt),
    now: toIso(about.now),
  }
}

/** Never through a floating-point number: this is what somebody is going to pay. */
export function inWholeUnits(atomic: bigint, decimals: number): string {
  const digits = String(atomic).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
