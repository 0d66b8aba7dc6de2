import type { PriceFeed } from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

/** The contract of a `PriceFeed`. */
export function priceFeedContract(run: TestRunner, open: Open<{ readonly prices: PriceFeed }>): void {
  const test = testWith(run, open)

  run.describe('as a price feed', () => {
    test('has a first currency, and each code once, in capitals', async ({ prices }) => {
      const codes = prices.currencies().map(({ code }) => code)
      assertTrue(codes.length > 0, 'there is a currency')
      assertEqual(new Set(codes).size, codes.length)
      for (const code of codes) assertEqual(code, code.toUpperCase())
    })

    test('counts in whole smallest units', async ({ prices }) => {
      for (const { decimals, code } of prices.currencies())
        assertTrue(
          Number.isInteger(decimals) && decimals >= 0 && decimals <= 18,
          `${code} has 0 to 18 decimals`,
        )
    })

    test('returns a rate at once, 0 if it was never known', async ({ prices }) => {
      for (const { code } of prices.currencies())
        assertTrue(Number.isFinite(prices.usdRate(code)) && prices.usdRate(code) >= 0, `${code} has a rate`)
      assertEqual(prices.usdRate('NO_SUCH_CURRENCY'), 0)
    })
  })
}
