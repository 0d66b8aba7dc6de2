import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { BreakerView, Sponsor } from '@dropkit/adapter-chain/sui'
import type { Chain, ChainAnswer, Clock, GasSponsor, Instant, WalletVerifier } from '@dropkit/core'
import type { WatchedLog } from './chain-metrics.ts'

/** The chain that the service uses, with everything that depends on the choice of chain. */
export interface ChainSide {
  readonly chain: Chain
  /** The value of `SUI_NETWORK`. Null on the fake chain, and if only `SUI_RPC_URL` is set. */
  readonly network: string | null
  /** The service's time. */
  readonly clock: Clock
  readonly wallets: WalletVerifier
  /** The wallet actions that the server's own routes offer. Null if people use real wallets. */
  readonly fakeWallet: FakeChainWallet | null
  /** Pays the gas of claims on SPONSORED drops. Null if wallets pay. */
  readonly gasSponsor: GasSponsor | null
  /** Pays the gas of transactions that wallets build themselves. Null if there is no node. */
  readonly sponsor: Sponsor | null
  /** The state of the circuit breaker for chain calls. Null if the chain needs no network. */
  readonly breaker: (() => BreakerView) | null
  /** Throws a `StartUpError` if the store must not be used with this chain. */
  assertUsable(): Promise<void>
  /** The work that is repeated while the server runs. */
  readonly upkeep: readonly Upkeep[]
}

interface Upkeep {
  readonly name: string
  readonly pauseMs: number
  readonly work: () => Promise<void>
}

/**
 * Wraps a chain and reports up to when each log has been read: up to the last entry of the page, or up to the time of the
 * request if the page is empty.
 */
export function watchLag(
  chain: Chain,
  now: () => Instant,
  readUpTo: (log: WatchedLog, instant: Instant) => void,
): Chain {
  function told<Page extends { readonly cursor: string | null }>(
    log: WatchedLog,
    read: (cursor: string | null, limit: number) => Promise<ChainAnswer<Page>>,
    entries: (page: Page) => readonly { readonly at: Instant }[],
  ) {
    return async (cursor: string | null, limit: number) => {
      const askedAt = now()
      const answer = await read(cursor, limit)
      if (!answer.ok) return answer
      const last = entries(answer.value).at(-1)
      readUpTo(log, last?.at ?? askedAt)
      return answer
    }
  }
  return {
    ...chain,
    claimsAfter: told('claims', chain.claimsAfter, ({ claims }) => claims),
    paymentsAfter: told('payments', chain.paymentsAfter, ({ payments }) => payments),
  }
}
