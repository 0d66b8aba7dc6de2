import { isIPv6, type LookupFunction } from 'node:net'

/** What connections are made to: the addresses that were judged for a delivery, and never any other. */
export interface PinnedAddresses {
  /** Holds judged addresses for a name until released. The newest that were held are the ones given out. */
  hold(name: string, addresses: readonly string[]): () => void
  /** Stands in for DNS when a connection is made. A name that nobody holds has no address. */
  readonly lookup: LookupFunction
}

/**
 * Between judging a name's addresses and connecting there must be no second look-up: whoever owns the name could
 * answer that one otherwise (DNS rebinding).
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

/** Coded as Node's own look-up does it. */
const noAddress = () => Object.assign(new Error('no judged address is held'), { code: 'ENOTFOUND' })
