import type { Currency, PriceFeed } from '@dropkit/core'

/** What may be paid with in tests. */
export const TEST_CURRENCIES: readonly Currency[] = [
  { code: 'SUI', coinType: `0x${'2'.padStart(64, '0')}::sui::SUI`, decimals: 9 },
  { code: 'USDC', coinType: `0x${'c'.padStart(64, '0')}::usdc::USDC`, decimals: 6 },
]

/** Currencies whose rates never move. */
export const createFixedPriceFeed = (
  rates: { readonly [code: string]: number } = { SUI: 3.5, USDC: 1 },
  currencies: readonly Currency[] = TEST_CURRENCIES,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (code) => rates[code] ?? 0,
})
