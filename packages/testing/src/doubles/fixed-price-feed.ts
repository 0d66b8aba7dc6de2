import type { Currency, PriceFeed } from '@dropkit/core'

/** The currencies that tests pay with. */
export const TEST_CURRENCIES: readonly Currency[] = [
  { code: 'SUI', coinType: `0x${'2'.padStart(64, '0')}::sui::SUI`, decimals: 9 },
  { code: 'USDC', coinType: `0x${'c'.padStart(64, '0')}::usdc::USDC`, decimals: 6 },
]

/** A price feed whose rates never change. */
export const createFixedPriceFeed = (
  rates: { readonly [code: string]: number } = { SUI: 3.5, USDC: 1 },
  currencies: readonly Currency[] = TEST_CURRENCIES,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (code) => rates[code] ?? 0,
})
