import type { KeyValueStore } from '@dropkit/core'

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
  const kept = await keyValues.transact<string>([KEY], (values) => {
    const there = values.get(KEY)
    return there === undefined
      ? { writes: new Map([[KEY, text]]), result: text }
      : { writes: new Map(), result: there }
  })
  if (kept === text) return null
  return (
    `The database belongs to ${named(JSON.parse(kept))}, and the settings name ${named(ours)}. ` +
    'Use a database of its own for each chain, network and package.'
  )
}

const named = (one: StoreChain): string =>
  one.chain === 'fake'
    ? 'the fake chain'
    : `the network of Sui ${one.chainId} with the package ${one.packageId}`
