import { deserialize, serialize } from 'node:v8'

/** A process of the group. 0 is the primary, every other number is a worker. A number is never used again. */
export type Place = number

export const PRIMARY: Place = 0

/**
 * The messages between two processes, batched per turn of the event loop. The primary forwards the bytes without reading
 * them. In a message to the primary, the place is the destination; in a message from the primary, it is the source.
 */
export interface Parcels {
  readonly parcels: readonly (readonly [place: Place, messages: Uint8Array])[]
}

export const isParcels = (message: unknown): message is Parcels =>
  typeof message === 'object' && message !== null && 'parcels' in message && Array.isArray(message.parcels)

export const pack = (messages: readonly unknown[]): Uint8Array => serialize(messages)

/** The bytes are trusted, because only processes of the same group can write to the pipe. */
export const unpack = (bytes: Uint8Array): readonly unknown[] => deserialize(bytes) as unknown[]

/** Collects the items of one turn of the event loop by key, and passes them to `flush` once. */
export function perTurn<Key, Item>(
  flush: (collected: ReadonlyMap<Key, readonly Item[]>) => void,
): (key: Key, item: Item) => void {
  let collected = new Map<Key, Item[]>()
  return (key, item) => {
    if (collected.size === 0) {
      setImmediate(() => {
        const full = collected
        collected = new Map()
        flush(full)
      })
    }
    const items = collected.get(key)
    if (items) items.push(item)
    else collected.set(key, [item])
  }
}
