import { normalizeSuiAddress } from '@mysten/sui/utils'
import { type ChainObject, coinOf, coinValue } from './objects.ts'

/** The key of an address balance, which is held without a coin object. */
const balanceKey = (owner: string, coinType: string): string => `${owner} ${coinType}`

export interface CoinMetadata {
  readonly objectId: string
  readonly coinType: string
  readonly name: string
  readonly symbol: string
  readonly description: string
  readonly iconUrl: string
  readonly decimals: number
  /** Set for a coin in the registry whose supply can no longer change. */
  readonly fixedSupply?: bigint
}

interface PublishedPackage {
  readonly packageId: string
  readonly modules: ReadonlyMap<string, Uint8Array>
}

/** The change of an address's balance of a coin; negative if it decreased. */
export interface BalanceChange {
  readonly address: string
  readonly coinType: string
  readonly amount: bigint
}

/** The current state of the chain. */
export interface Ledger {
  object(objectId: string): ChainObject | undefined
  objects(): Iterable<ChainObject>
  addressBalance(owner: string, coinType: string): bigint
  metadata(coinType: string): CoinMetadata | undefined
  package(packageId: string): PublishedPackage | undefined
  /** Opens a page for the writes of a transaction. They are not visible until the page is kept. */
  open(): LedgerPage
}

export interface LedgerPage {
  object(objectId: string): ChainObject | undefined
  put(object: ChainObject): void
  remove(objectId: string): void
  addressBalance(owner: string, coinType: string): bigint
  addToBalance(owner: string, coinType: string, amount: bigint): void
  putMetadata(metadata: CoinMetadata): void
  putPackage(published: PublishedPackage): void
  /** The bytes of a published module. */
  module(packageId: string, name: string): Uint8Array
  /** The old and the new state of each object that the page changed. */
  changes(): { readonly objectId: string; readonly before?: ChainObject; readonly after?: ChainObject }[]
  balanceChanges(): BalanceChange[]
  keep(): void
}

export function createLedger(): Ledger {
  const objects = new Map<string, ChainObject>()
  const balances = new Map<string, bigint>()
  const metadata = new Map<string, CoinMetadata>()
  const packages = new Map<string, PublishedPackage>()

  function open(): LedgerPage {
    const written = new Map<string, ChainObject | undefined>()
    const moved = new Map<string, bigint>()
    const described: CoinMetadata[] = []
    const published: PublishedPackage[] = []

    const page: LedgerPage = {
      object: (objectId) => (written.has(objectId) ? written.get(objectId) : objects.get(objectId)),
      put: (object) => void written.set(object.objectId, object),
      remove: (objectId) => void written.set(objectId, undefined),
      addressBalance(owner, coinType) {
        const key = balanceKey(owner, coinType)
        return (balances.get(key) ?? 0n) + (moved.get(key) ?? 0n)
      },
      addToBalance(owner, coinType, amount) {
        const key = balanceKey(owner, coinType)
        moved.set(key, (moved.get(key) ?? 0n) + amount)
      },
      putMetadata: (value) => void described.push(value),
      putPackage: (value) => void published.push(value),
      module(packageId, name) {
        const bytes = packages.get(packageId)?.modules.get(name)
        if (bytes === undefined) throw new Error(`${packageId}::${name} is not published`)
        return bytes
      },
      changes() {
        const all = [...written].map(([objectId, after]) => {
          const before = objects.get(objectId)
          return { objectId, ...(before && { before }), ...(after && { after }) }
        })
        return all.filter(({ before, after }) => before !== after)
      },
      balanceChanges() {
        const sums = new Map(moved)
        const add = (object: ChainObject | undefined, sign: bigint) => {
          const coinType = object && coinOf(object.type)
          if (object?.owner.kind !== 'address' || coinType === undefined) return
          const key = balanceKey(object.owner.address, coinType)
          sums.set(key, (sums.get(key) ?? 0n) + sign * coinValue(object.contents))
        }
        for (const { before, after } of page.changes()) {
          add(before, -1n)
          add(after, 1n)
        }
        const changed = [...sums].filter(([, amount]) => amount !== 0n)
        return changed
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, amount]) => {
            const [address = '', coinType = ''] = splitKey(key)
            return { address, coinType, amount }
          })
      },
      keep() {
        for (const [objectId, object] of written) {
          if (object === undefined) objects.delete(objectId)
          else objects.set(objectId, object)
        }
        for (const [key, amount] of moved) {
          const balance = (balances.get(key) ?? 0n) + amount
          if (balance < 0n) throw new Error(`the balance ${key} would be ${balance}`)
          balances.set(key, balance)
        }
        for (const value of described) metadata.set(value.coinType, value)
        for (const value of published) packages.set(value.packageId, value)
      },
    }
    return page
  }

  return {
    object: (objectId) => objects.get(normalizeSuiAddress(objectId)),
    objects: () => objects.values(),
    addressBalance: (owner, coinType) => balances.get(balanceKey(owner, coinType)) ?? 0n,
    metadata: (coinType) => metadata.get(coinType),
    package: (packageId) => packages.get(normalizeSuiAddress(packageId)),
    open,
  }
}

const splitKey = (key: string): string[] => {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}
