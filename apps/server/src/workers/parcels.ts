import { deserialize, serialize } from 'node:v8'

/** A process of the group: 0 is the primary, every other number is a worker's. A number is never used again. */
export type Place = number

export const PRIMARY: Place = 0

/**
 * Messages between two processes, as they travel: all of one turn of the event loop together. The bytes are opaque to the
 * primary, which passes them on. To the primary, the place says where they go; from it, where they come from.
 */
export interface Parcels {
  readonly parcels: readonly (readonly [place: Place, messages: Uint8Array])[]
}

export const isParcels = (message: unknown): message is Parcels =>
  typeof message === 'object' && message !== null && 'parcels' in message && Array.isArray(message.parcels)

export const pack = (messages: readonly unknown[]): Uint8Array => serialize(messages)

/** Only processes of one group write these bytes, over a pipe that no other process has. */
export const unpack = (bytes: Uint8Array): readonly unknown[] => deserialize(bytes) as unknown[]

/** Collects what is put in during a turn of the event loop, and gives it to `flush` once, by key. */
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
