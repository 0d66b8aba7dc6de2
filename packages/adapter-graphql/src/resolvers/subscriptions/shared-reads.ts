import type { Claim, Drop, LoggedEvent, PaymentIntent, Store } from '@dropkit/core'

/** How long a read is cached for subscribers that receive the same event a little later. */
const KEPT_MS = 1_000

interface SharedRead<T> {
  /** The event for which the read was made. The read began after the event. */
  readonly position: number
  readonly value: Promise<T | undefined>
}

type Shared<T> = (
  id: string,
  event: LoggedEvent,
  read: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** Reads the subject of an event, in the state at the event or later. */
interface SharedReads {
  readonly drop: Shared<Drop>
  readonly claim: Shared<Claim>
  readonly paymentIntent: Shared<PaymentIntent>
}

const byStore = new WeakMap<Store, SharedReads>()

/** Shares reads among all subscribers of this process: of thousands that receive one event, only one reads the store. */
export function sharedReads(store: Store): SharedReads {
  const reads = byStore.get(store) ?? {
    drop: share<Drop>(),
    claim: share<Claim>(),
    paymentIntent: share<PaymentIntent>(),
  }
  byStore.set(store, reads)
  return reads
}

/**
 * A subscriber may get a read that was made for its event or for a later one, so the read is never older than the event.
 */
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
