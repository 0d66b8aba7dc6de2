import { amountError, inBaseUnits } from '../../../words/amount.ts'
import { transferReason } from '../../../words/chain-reason.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { fromNow } from '../../../words/time.ts'

interface Payment {
  readonly status: string
  readonly statusReason: string | null
}

interface Refunded {
  readonly refunds: readonly { readonly amountAtomic: string; readonly status: string }[]
}

/** The sum of refunds that are done or in progress. */
export const givenBack = ({ refunds }: Refunded): bigint =>
  refunds.reduce(
    (sum, { amountAtomic, status }) => (status === 'FAILED' ? sum : sum + BigInt(amountAtomic)),
    0n,
  )

const REASONS: Readonly<Record<string, string>> = {
  UNDERPAID: inDropTabs('paymentWasTooSmall'),
  OVERPAID: inDropTabs('paymentWasTooLarge'),
  PAID_LATE: inDropTabs('paymentWasLate'),
  WRONG_SENDER: inDropTabs('itCameFromAnother'),
  WRONG_COIN: inDropTabs('itCameInAnother'),
  SOLD_OUT: inDropTabs('dropWasSoldOut'),
}

/** The reason for a payment's state, in a sentence. Null if there is none. */
export function reasonInWords({ statusReason }: Payment, isOtherCoin = false): string | null {
  if (statusReason === null) return null
  const reason = REASONS[statusReason] ?? statusReason
  // The server gives one reason only, and this one hides that the coin is not the drop's.
  return statusReason === 'WRONG_SENDER' && isOtherCoin
    ? `${reason} ${inDropTabs('itCameInAnother')}`
    : reason
}

/** Whether the payment can be refunded, in full or in part. */
export const canRefund = ({ status }: Payment): boolean =>
  status === 'CONFIRMED' || status === 'REQUIRES_REVIEW' || status === 'PARTIALLY_REFUNDED'

export const needsReview = ({ status }: Payment): boolean => status === 'REQUIRES_REVIEW'

export type RefundAmount =
  /** Everything that has not been refunded yet. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'part'; readonly amountAtomic: string }
  | { readonly kind: 'wrong'; readonly why: string }

/** Parses the typed amount of a refund, exact to the currency's smallest unit. */
export function refundAmountOf(typed: string, decimals: number): RefundAmount {
  if (typed.trim() === '') return { kind: 'rest' }
  const amountAtomic = inBaseUnits(typed, decimals)
  if (amountAtomic === undefined) return { kind: 'wrong', why: amountError(decimals) }
  if (amountAtomic === '0') return { kind: 'wrong', why: inDropTabs('moreThanNothing') }
  return { kind: 'part', amountAtomic }
}

/** The state of a refund or payout. */
export interface Transfer {
  readonly status: string
  readonly attempts: number | null
  readonly nextAttemptAt: string | null
  readonly lastError: string | null
}

/** Why a transfer has not arrived and what happens next. Null if there is nothing to say. */
export function transferInWords(
  { status, attempts, nextAttemptAt, lastError }: Transfer,
  nowMs: number,
): string | null {
  if (lastError === null || status === 'SUCCEEDED') return null
  const reason = transferReason(lastError)
  const values = { reason, attempts: attempts ?? 0 }
  if (status === 'FAILED') return inDropTabs('transferFailed', values)
  if (nextAttemptAt === null || Date.parse(nextAttemptAt) <= nowMs)
    return inDropTabs('transferWaitsNow', values)
  return inDropTabs('transferWaits', { ...values, next: fromNow(nextAttemptAt, nowMs) })
}
