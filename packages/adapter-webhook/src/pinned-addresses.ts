import { isIPv6, type LookupFunction } from 'node:net'

/** Restricts connections to the addresses that were judged for a delivery. */
export interface PinnedAddresses {
  /**
   * Holds judged addresses for a name until the returned function is called. `lookup` returns the most recently held ones.
   */
  hold(name: string, addresses: readonly string[]): () => void
  /** Replaces DNS when a connection is made. Fails with ENOTFOUND if no addresses are held for the name. */
  readonly lookup: LookupFunction
}

/**
 * There must be no second lookup between judging a name's addresses and connecting, because the owner of the name could
 * then return another address (DNS rebinding).
 */
export function createPinnedAddresses(): PinnedAddresses {
  const held = new Map<string, { addresses: readonly string[]; holders: number }>()
  return {
    hold(name, addresses) {
      held.set(name, { addresses, holders: (held.get(name)?.holders ?? 0) + 1 })
      return () => {
        const entry = held.get(name)
        if (entry === undefined) return
        if (entry.holders === 1) held.delete(name)
        else entry.holders--
      }
    },
    lookup(name, options, callback) {
      const found = (held.get(name)?.addresses ?? []).map((address) => {
        return { address, family: isIPv6(address) ? 6 : 4 }
      })
      const [first] = found
      if (first === undefined) callback(noAddress(), '')
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    },
  }
}

/** Has the same code as an error of Node's own lookup. */
const noAddress = () => Object.assign(new Error('no judged address is held'), { code: 'ENOTFOUND' })
