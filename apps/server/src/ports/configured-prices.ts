import type { Currency, PriceFeed } from '@dropkit/core'

/** Currencies and rates from the settings. They only change at the next start. */
export const createConfiguredPrices = (
  currencies: readonly Currency[],
  usdRates: ReadonlyMap<string, number>,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (currencyCode) => usdRates.get(currencyCode) ?? 0,
})
