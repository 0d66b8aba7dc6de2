import type { PaymentIntentStatus } from '../api/generated/operations.ts'
import { inPay } from '../words/messages.ts'

/** A payment's state, in words for the payer. */
export interface PaymentState {
  /** `open`: can be paid now. `busy`: in progress. `good`, `care`, `over`: the payer has nothing left to do here. */
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
  readonly txHash: string | null
}

const REVIEWED = ['UNDERPAID', 'WRONG_COIN', 'WRONG_SENDER', 'PAID_LATE', 'SOLD_OUT'] as const
const ACCEPTED = ['OVERPAID', 'PAID_LATE', 'UNDERPAID', 'WRONG_COIN', 'WRONG_SENDER'] as const

/** The reason, if this page has a text for it. Otherwise undefined, also for reasons that newer servers add. */
const known = <Reason extends string>(
  reasons: readonly Reason[],
  reason: string | null,
): Reason | undefined => reasons.find((one) => one === reason)

/** How long after a payment has expired the server looks for a transaction that was named for it. */
const LATE_MS = 24 * 3_600_000

/** A transaction that was named in time may still arrive. */
const expired = (isNamed: boolean): PaymentState =>
  isNamed
    ? { mood: 'busy', title: inPay('notSeen'), words: inPay('notSeenText') }
    : { mood: 'over', title: inPay('expired'), words: inPay('expiredText') }

/**
 * Describes a payment for the payer. `now` is the server's time in Unix milliseconds; a payment counts as expired even if
 * the server has not marked it yet. `show` formats an amount in the currency's smallest units.
 */
export function paymentState(
  { status, statusReason, expiresAt, txHash, ...sums }: PaymentFacts,
  now: number,
  show: (amountAtomic: string) => string,
): PaymentState {
  const withSums = (words: string): string =>
    statusReason === 'UNDERPAID' || statusReason === 'OVERPAID'
      ? inPay('sums', { received: show(sums.receivedAtomic), due: show(sums.amountAtomic), text: words })
      : words
  const isNamed = txHash !== null && now < Date.parse(expiresAt) + LATE_MS
  switch (status) {
    case 'PENDING':
      return now < Date.parse(expiresAt)
        ? { mood: 'open', title: inPay('waiting'), words: inPay('waitingText') }
        : expired(isNamed)
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
      return expired(isNamed)
    case 'CANCELLED':
      return { mood: 'over', title: inPay('cancelled'), words: inPay('cancelledText') }
    case 'PARTIALLY_REFUNDED':
      return { mood: 'good', title: inPay('partlyRefunded'), words: inPay('partlyRefundedText') }
    case 'REFUNDED':
      return { mood: 'over', title: inPay('refunded'), words: inPay('refundedText') }
  }
}
