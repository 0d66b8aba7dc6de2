import { ApiRefusal, TranslatedError } from '../../../api/errors.ts'
import type { SeenPaymentInput } from '../../../api/generated/operations.ts'
import { shortAddress, shortCoinType } from '../../../words/addresses.ts'
import { amountError, inBaseUnits, inWholeTokens } from '../../../words/amount.ts'
import { transferReason } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { statusLook } from '../../../words/status-words.ts'
import { fromNow } from '../../../words/time.ts'
import type { Currency, DropPayment } from './payments-tab.tsx'

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

type RefundAmount =
  /** Everything that has not been refunded yet. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'part'; readonly amountAtomic: string }
  | { readonly kind: 'wrong'; readonly why: string }

/** Parses the typed amount of a refund, exact to the currency's smallest unit. */
export function refundAmountOf(typed: string, decimals: number): RefundAmount {
  if (typed.trim() === '') return { kind: 'rest' }
  const amountAtomic = inBaseUnits(typed, decimals)
  if (amountAtomic === undefined) return { kind: 'wrong', why: amountError(decimals) }
  if (amountAtomic === '0') return { kind: 'wrong', why: inDropTabs('mustBePositive') }
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

/** A coin in which amounts are shown. */
export interface ShownCoin {
  readonly symbol: string
  readonly decimals: number
}

type Coins = Pick<DropPayment, 'coinType' | 'receivedCoinType' | 'currency'>

/** Whether the payment came in another coin than the drop's price. */
export const isOtherCoin = ({ coinType, receivedCoinType }: Coins): boolean =>
  receivedCoinType !== null && receivedCoinType !== coinType

/**
 * The coin that was paid, or the drop's before a payment. A coin that is not a currency of the service is named with its
 * package: anyone can publish a coin that is called SUI.
 */
export function coinOf(payment: Coins, currencies: readonly Currency[]): ShownCoin {
  const known = currencies.find(({ coinType, code }) =>
    isOtherCoin(payment) ? coinType === payment.receivedCoinType : code === payment.currency,
  )
  const name = isOtherCoin(payment) ? (payment.receivedCoinType ?? '') : payment.currency
  return shownCoin(known?.code ?? name, known?.decimals)
}

/** A coin by its code or type. Without known decimals, it is counted in base units. */
export const shownCoin = (name: string, decimals: number | undefined): ShownCoin =>
  decimals === undefined
    ? { symbol: inDropTabs('baseUnitsOf', { coin: shortCoinType(name) }), decimals: 0 }
    : { symbol: name, decimals }

/** An amount with its unit. */
export const inCoin = (atomic: string | bigint, { symbol, decimals }: ShownCoin): string =>
  `${inWholeTokens(atomic, decimals)} ${symbol}`

/** The payment as this page shows it, so that the server decides about no other one. Null before a payment. */
export const seenOf = ({
  txHash,
  receivedAtomic,
  receivedCoinType,
  status,
}: DropPayment): SeenPaymentInput | null =>
  txHash === null || receivedCoinType === null ? null : { txHash, receivedAtomic, receivedCoinType, status }

/**
 * If the payment changed after the page showed it: an error that says how. Otherwise the error as it is. `seen` is what was
 * sent to the server.
 */
export function inWordsOfChange(
  error: Error | null,
  seen: SeenPaymentInput | null | undefined,
  { coinType, currency }: DropPayment,
  currencies: readonly Currency[],
): Error | null {
  if (!(error instanceof ApiRefusal) || error.code !== 'CONFLICT' || !seen) return error
  const { txHash, receivedAtomic, receivedCoinType, receivedFrom, status } = error.details
  if (typeof receivedAtomic !== 'string' || typeof receivedCoinType !== 'string') return error
  const show = (atomic: string, receivedCoinType: string) =>
    inCoin(atomic, coinOf({ coinType, currency, receivedCoinType }, currencies))
  const isSame =
    txHash === seen.txHash &&
    receivedAtomic === seen.receivedAtomic &&
    receivedCoinType === seen.receivedCoinType
  return new TranslatedError(
    isSame
      ? inDropTabs('paymentChangedStatus', { status: statusLook(String(status)).words })
      : inDropTabs('paymentChanged', {
          before: show(seen.receivedAtomic, seen.receivedCoinType),
          now: show(receivedAtomic, receivedCoinType),
          from: shortAddress(String(receivedFrom)),
        }),
  )
}
