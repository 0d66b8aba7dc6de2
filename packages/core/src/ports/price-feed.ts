import type { Currency } from '../domain/price.ts'

/** The currencies that drops can be priced in, and what they are worth. */
export interface PriceFeed {
  /** All of them; the first is the default. Never empty. */
  currencies(): readonly Currency[]
  /** US dollars for one whole unit: the last known rate. Never fails; 0 for what was never known. */
  usdRate(currencyCode: string): number
}
