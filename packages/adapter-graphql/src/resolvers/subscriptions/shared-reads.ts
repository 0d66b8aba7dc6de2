import type { Claim, Drop, LoggedEvent, PaymentIntent, Store } from '@dropkit/core'

/** How long a read is kept for those who hear of the same event a little later. */
const KEPT_MS = 1_000

interface SharedRead<T> {
  /** The event for which it was made, and after which it began. */
  readonly position: number
  readonly value: Promise<T | undefined>
}

type Shared<T> = (
  id: string,
  event: LoggedEvent,
  read: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** What an event happened to, as it was then or later. */
interface SharedReads {
  readonly drop: Shared<Drop>
  readonly claim: Shared<Claim>
  readonly paymentIntent: Shared<PaymentIntent>
}

const byStore = new WeakMap<Store, SharedReads>()

/** Reads for all subscribers of this process together: of thousands that hear of one event, one asks the store. */
export function sharedReads(store: Store): SharedReads {
  const reads = byStore.get(store) ?? {
    drop: share<Drop>(),
    claim: share<Claim>(),
    paymentIntent: share<PaymentIntent>(),
  }
  byStore.set(store, reads)
  return reads
}

/** Whoever hears of an event may have what was read for it or for a later one; that is never older than the event. */
function share<T>(): Shared<T> {
  const reads = new Map<string, SharedRead<T>>()
  return (id, { position }, read) => {
    const known = reads.get(id)
    if (known && known.position >= position) return known.value
    const made: SharedRead<T> = { position, value: read() }
    const forget = () => {
      if (reads.get(id) === made) reads.delete(id)
    }
    reads.set(id, made)
    made.value.catch(forget)
    setTimeout(forget, KEPT_MS).unref()
    return made.value
  }
}
