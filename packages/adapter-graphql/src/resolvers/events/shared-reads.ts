import type {
  Claim,
  ClaimId,
  ClaimPlace,
  Drop,
  DropId,
  PaymentIntent,
  PaymentIntentId,
  Store,
} from '@dropkit/core'
import { idOfClaim } from '@dropkit/core'
import DataLoader from 'dataloader'

/** What an event happened to, as it is now. */
interface SharedReads {
  /** Also when it was deleted. */
  readonly drop: DataLoader<DropId, Drop | undefined>
  readonly claim: DataLoader<ClaimPlace, Claim | undefined, ClaimId>
  readonly paymentIntent: DataLoader<PaymentIntentId, PaymentIntent | undefined>
}

const byStore = new WeakMap<Store, SharedReads>()

/**
 * Reads for all subscribers of this process together: of thousands that hear of one event in one moment, one asks the
 * store. Nothing is kept, and none joins a read that has begun, which might be older than its event.
 */
export function sharedReads(store: Store): SharedReads {
  const known = byStore.get(store)
  if (known) return known
  const made: SharedReads = {
    drop: together(async (ids) => {
      const drops = await Promise.all(ids.map((id) => store.dropForSettlement(id)))
      return new Map(ids.map((id, index) => [id, drops[index]]))
    }, String),
    claim: together((places) => store.claims(places), idOfClaim),
    paymentIntent: together((ids) => store.paymentIntents(ids), String),
  }
  byStore.set(store, made)
  return made
}

function together<Key, Name, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Name, Value | undefined>>,
  nameOf: (key: Key) => string,
): DataLoader<Key, Value | undefined, never> {
  return new DataLoader(
    async (keys) => {
      const distinct = new Map(keys.map((key) => [nameOf(key), key]))
      const found = await read([...distinct.values()])
      return keys.map((key) => found.get(nameOf(key) as Name))
    },
    { cache: false },
  )
}
