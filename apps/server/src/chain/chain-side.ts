import type { FakeChainWallet } from '@dropkit/adapter-chain'
import type { BreakerView, Sponsor } from '@dropkit/adapter-chain/sui'
import type { Chain, Clock, GasSponsor, KeyValueStore, WalletVerifier } from '@dropkit/core'

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

const KEY = 'server/chain'

/** The chain that a store's vaults, vouchers and payments are on. */
export type StoreChain =
  | { readonly chain: 'fake' }
  | { readonly chain: 'sui'; readonly chainId: string; readonly packageId: string }

/**
 * Returns the reason if the store belongs to another chain, otherwise null. On another network none of the store's objects
 * exist: its vouchers would look unused, and its payments unpaid. The first server to use a store therefore stores its
 * chain there.
 */
export async function conflictOfChains(keyValues: KeyValueStore, ours: StoreChain): Promise<string | null> {
  const text = JSON.stringify(ours)
  const stored = await keyValues.transact<string>([KEY], (values) => {
    const there = values.get(KEY)
    return there === undefined
      ? { writes: new Map([[KEY, text]]), result: text }
      : { writes: new Map(), result: there }
  })
  if (stored === text) return null
  return (
    `The database belongs to ${named(JSON.parse(stored))}, and the settings name ${named(ours)}. ` +
    'Use a database of its own for each chain, network and package.'
  )
}

const named = (one: StoreChain): string =>
  one.chain === 'fake'
    ? 'the fake chain'
    : `the network of Sui ${one.chainId} with the package ${one.packageId}`
