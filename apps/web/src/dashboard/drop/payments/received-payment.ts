import { ApiRefusal } from '../../../api/api-refusal.ts'
import type { SeenPaymentInput } from '../../../api/generated/operations.ts'
import { TranslatedError } from '../../../api/translated-error.ts'
import { shortAddress, shortCoinType } from '../../../words/addresses.ts'
import { inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { statusLook } from '../../../words/status-words.ts'
import type { Currency, DropPayment } from './payments-tab.tsx'

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
 * The coin that was paid, or the drop's before a payment. A coin that is not a currency of the service is counted in base units
 * and named with its package: anyone can publish a coin that is called SUI.
 */
export function coinOf(payment: Coins, currencies: readonly Currency[]): ShownCoin {
  const known = currencies.find(({ coinType, code }) =>
    isOtherCoin(payment) ? coinType === payment.receivedCoinType : code === payment.currency,
  )
  if (known) return { symbol: known.code, decimals: known.decimals }
  if (!isOtherCoin(payment)) return { symbol: payment.currency, decimals: 0 }
  return {
    symbol: inDropTabs('baseUnitsOf', { coin: shortCoinType(payment.receivedCoinType ?? '') }),
    decimals: 0,
  }
}

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
