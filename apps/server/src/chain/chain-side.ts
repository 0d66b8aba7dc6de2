import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { BreakerView, Sponsor } from '@dropkit/adapter-chain/sui'
import type { Chain, Clock, GasSponsor, WalletVerifier } from '@dropkit/core'

/** The chain that the service runs on, with all that depends on which one it is. */
export interface ChainSide {
  readonly chain: Chain
  /** As `SUI_NETWORK` names it; null on the fake chain, and where only a node is named. */
  readonly network: string | null
  /** The service's own time. */
  readonly clock: Clock
  readonly wallets: WalletVerifier
  /** What our own routes let people do on it; null where they have wallets for that. */
  readonly fakeWallet: FakeChainWallet | null
  /** Pays the gas of claims on SPONSORED drops; null where wallets do. */
  readonly gasSponsor: GasSponsor | null
  /** The same for transactions that wallets build themselves; null where there is no node. */
  readonly sponsor: Sponsor | null
  /** Whether calls reach it; null where no network is between. */
  readonly breaker: (() => BreakerView) | null
  /** Throws a `StartUpFault` where the store must not be used with this chain. */
  assertUsable(): Promise<void>
  /** What has to be done again and again while the server lives. */
  readonly upkeep: readonly Upkeep[]
}

interface Upkeep {
  readonly name: string
  readonly pauseMs: number
  readonly work: () => Promise<void>
}
