import type { Currency } from '../domain/price.ts'

/** The currencies for prices, and their values. */
export interface PriceFeed {
  /** All currencies. The first is the default. Never empty. */
  currencies(): readonly Currency[]
  /** US dollars per whole unit, at the last known rate. Never fails; 0 if no rate was ever known. */
  usdRate(currencyCode: string): number
}
