import type { Address } from '../domain/address.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'
import type { Currency } from '../domain/price.ts'

/** Facts about wallets from a source of the embedder, for the embedder's own rule kinds. */
export interface OwnFacts {
  /**
   * Called outside of any transaction, once for all waiting claims. An answer is used for 10 s. A wallet that is missing
   * from the answer counts as unknown: it may not claim now and is not called ineligible. The same applies to all wallets
   * if the call throws, or returns values other than bigints. The call must end by itself within seconds (give your own
   * request a deadline), because claims that wait for it count toward the limit on waiting claims.
   */
  ask(request: FactRequest, wallets: readonly Address[]): Promise<ReadonlyMap<Address, bigint>>
}

/** The currencies for prices, and their values. */
export interface PriceFeed {
  /** All currencies. The first is the default. Never empty. */
  currencies(): readonly Currency[]
  /** US dollars per whole unit, at the last known rate. Never fails; 0 if no rate was ever known. */
  usdRate(currencyCode: string): number
}
