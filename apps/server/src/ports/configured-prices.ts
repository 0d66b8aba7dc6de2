import type { Currency, PriceFeed } from '@dropkit/core'

/** Currencies and rates as the operator wrote them down; they change with the next start. */
export const createConfiguredPrices = (
  currencies: readonly Currency[],
  usdRates: ReadonlyMap<string, number>,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (currencyCode) => usdRates.get(currencyCode) ?? 0,
})
