import type { PaymentIntentStatus } from '../api/generated/operations.ts'
import { inPay } from '../words/messages.ts'

/** How a payment stands, in words for whoever pays it. */
export interface PaymentState {
  /** `open`: one may pay now. `busy`: it is under way. `good`, `care`, `over`: nothing is left to do here. */
  readonly mood: 'open' | 'busy' | 'good' | 'care' | 'over'
  readonly title: string
  readonly words: string
}

interface PaymentFacts {
  readonly status: PaymentIntentStatus
  readonly statusReason: string | null
  readonly expiresAt: string
  readonly amountAtomic: string
  readonly receivedAtomic: string
}

const REVIEWED = ['UNDERPAID', 'WRONG_COIN', 'WRONG_SENDER', 'PAID_LATE', 'SOLD_OUT'] as const
const ACCEPTED = ['OVERPAID', 'PAID_LATE', 'UNDERPAID', 'WRONG_COIN', 'WRONG_SENDER'] as const

/** A reason that is known here; undefined for none, and for one that the service has learned since. */
const known = <Reason extends string>(
  reasons: readonly Reason[],
  reason: string | null,
): Reason | undefined => reasons.find((one) => one === reason)

const expired = (): PaymentState => ({ mood: 'over', title: inPay('expired'), words: inPay('expiredText') })

/**
 * `now` is the service's time in Unix milliseconds: whoever sweeps up what has expired may be late. `show` writes an
 * amount of the currency's smallest units.
 */
export function paymentState(
  { status, statusReason, expiresAt, ...sums }: PaymentFacts,
  now: number,
  show: (amountAtomic: string) => string,
): PaymentState {
  const withSums = (words: string): string =>
    statusReason === 'UNDERPAID' || statusReason === 'OVERPAID'
      ? inPay('sums', { received: show(sums.receivedAtomic), due: show(sums.amountAtomic), text: words })
      : words
  switch (status) {
    case 'PENDING':
      return now < Date.parse(expiresAt)
        ? { mood: 'open', title: inPay('waiting'), words: inPay('waitingText') }
        : expired()
    case 'PROCESSING':
      return { mood: 'busy', title: inPay('seen'), words: inPay('seenText') }
    case 'CONFIRMED': {
      const reason = known(ACCEPTED, statusReason)
      const words = reason === undefined ? inPay('paidText') : inPay(`accepted${reason}`)
      return { mood: 'good', title: inPay('paid'), words: withSums(words) }
    }
    case 'REQUIRES_REVIEW': {
      const reason = known(REVIEWED, statusReason) ?? 'Other'
      const words = inPay(`review${reason}Text`, { notLost: inPay('notLost') })
      return { mood: 'care', title: inPay(`review${reason}`), words: withSums(words) }
    }
    case 'EXPIRED':
      return expired()
    case 'CANCELLED':
      return { mood: 'over', title: inPay('cancelled'), words: inPay('cancelledText') }
    case 'PARTIALLY_REFUNDED':
      return { mood: 'good', title: inPay('partlyRefunded'), words: inPay('partlyRefundedText') }
    case 'REFUNDED':
      return { mood: 'over', title: inPay('refunded'), words: inPay('refundedText') }
  }
}
