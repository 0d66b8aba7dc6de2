import type { Address } from '../domain/address.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'

/** Where facts about wallets are had that neither the chain nor the store knows; for rule kinds of one's own. */
export interface OwnFacts {
  /**
   * Asked outside of any transaction, one question for all who wait for its answer, which is good for 10 s. A wallet that
   * is missing in it could not be looked up: that lets it in nowhere and calls it ineligible nowhere. The same goes for
   * all of them when this throws, or answers anything but bigints. It must come to an end by itself within seconds (give
   * your own request a deadline): claims that wait for it count toward the limit on waiting claims.
   */
  ask(request: FactRequest, wallets: readonly Address[]): Promise<ReadonlyMap<Address, bigint>>
}
