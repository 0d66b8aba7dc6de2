import type { PaymentIntentStatus } from '../api/generated/operations.ts'

/** How a payment stands, in words for whoever pays it. */
export interface PaymentState {
  /** `open`: one may pay now. `busy`: it is under way. `good`, `care`, `over`: nothing is left to do here. */
  readonly mood: 'open' | 'busy' | 'good' | 'care' | 'over'
  readonly title: string
  readonly words: string
}

interface Standing {
  readonly status: PaymentIntentStatus
  readonly statusReason: string | null
  readonly expiresAt: string
  readonly amountAtomic: string
  readonly receivedAtomic: string
}

const NOT_LOST = 'It is not lost: the owner of the drop will accept it or send it back.'

const REVIEWED: Readonly<Record<string, readonly [string, string]>> = {
  UNDERPAID: ['Too little came in', NOT_LOST],
  WRONG_COIN: ['Another coin came in', `The payment came in another coin than was asked for. ${NOT_LOST}`],
  WRONG_SENDER: [
    'It came from another wallet',
    `The payment came from another wallet than the one that buys. ${NOT_LOST}`,
  ],
  PAID_LATE: ['It came too late', `The payment came when the time to pay was over. ${NOT_LOST}`],
  SOLD_OUT: [
    'Sold out meanwhile',
    `Your payment came in, but everything had gone before it did. ${NOT_LOST}`,
  ],
}

const ACCEPTED: Readonly<Record<string, string>> = {
  OVERPAID: 'Ask the owner of the drop for the rest: they can send it back.',
  PAID_LATE: 'It came a little late, but your items were still there.',
  UNDERPAID: 'The owner of the drop accepted it as it is.',
  WRONG_COIN: 'It came in another coin, and the owner of the drop accepted it.',
  WRONG_SENDER: 'It came from another wallet, and the owner of the drop accepted it.',
}

const EXPIRED: PaymentState = {
  mood: 'over',
  title: 'The time to pay is over',
  words: 'Do not pay any more. Start again from the drop if you still want it.',
}

/**
 * `now` is the service's time in Unix milliseconds: whoever sweeps up what has expired may be late. `show` writes an
 * amount of the currency's smallest units.
 */
export function paymentState(
  { status, statusReason, expiresAt, ...sums }: Standing,
  now: number,
  show: (amountAtomic: string) => string,
): PaymentState {
  const withSums = (words: string): string =>
    statusReason === 'UNDERPAID' || statusReason === 'OVERPAID'
      ? `${show(sums.receivedAtomic)} came in, ${show(sums.amountAtomic)} was due. ${words}`
      : words
  switch (status) {
    case 'PENDING':
      return now < Date.parse(expiresAt)
        ? {
            mood: 'open',
            title: 'Waiting for your payment',
            words: 'They are set aside for you until the time is over.',
          }
        : EXPIRED
    case 'PROCESSING':
      return {
        mood: 'busy',
        title: 'Seen, waiting to be final',
        words: 'Your payment is on the chain. This takes a few seconds: do not pay again.',
      }
    case 'CONFIRMED':
      return {
        mood: 'good',
        title: 'Paid. Thank you!',
        words: withSums(
          ACCEPTED[statusReason ?? ''] ?? 'Your payment is final. You can claim what you bought now.',
        ),
      }
    case 'REQUIRES_REVIEW': {
      const [title, words] = REVIEWED[statusReason ?? ''] ?? [
        'Something else came in',
        `What came in is not what was asked for. ${NOT_LOST}`,
      ]
      return { mood: 'care', title, words: withSums(words) }
    }
    case 'EXPIRED':
      return EXPIRED
    case 'CANCELLED':
      return { mood: 'over', title: 'This payment was cancelled', words: 'Do not pay any more.' }
    case 'PARTIALLY_REFUNDED':
      return {
        mood: 'good',
        title: 'Paid, and partly refunded',
        words: 'A part of your payment has been sent back to the wallet that it came from.',
      }
    case 'REFUNDED':
      return {
        mood: 'over',
        title: 'Refunded',
        words: 'Your payment has been sent back to the wallet that it came from.',
      }
  }
}
