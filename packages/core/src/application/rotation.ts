/** Queues that take turns: an item waits for at most one item of each other key, however many those have. */
export interface Rotation<Key, Item> {
  add(key: Key, item: Item): void
  /** Returns what `next` would return, and leaves it in its place. */
  peek(): Item | undefined
  /** Removes and returns the oldest item of the key whose turn it is. Undefined if there is none. */
  next(): Item | undefined
  /** Removes and returns the newest item of the key with the most items; of equal keys, the one that waits longest for its turn. */
  removeFromLongest(): Item | undefined
  /** The number of waiting items of a key. */
  sizeOf(key: Key): number
  /** The number of keys with waiting items. */
  readonly keyCount: number
}

export function createRotation<Key, Item extends object>(): Rotation<Key, Item> {
  /** The waiting items of each key, in order. The first key is next. */
  const waiting = new Map<Key, Item[]>()

  return {
    add(key, item) {
      const queue = waiting.get(key)
      if (queue) queue.push(item)
      else waiting.set(key, [item])
    },
    peek() {
      const [first] = waiting.values()
      return first?.[0]
    },
    next() {
      for (const [key, queue] of waiting) {
        const item = queue.shift()
        waiting.delete(key)
        if (queue.length > 0) waiting.set(key, queue)
        return item
      }
      return undefined
    },
    removeFromLongest() {
      let longest: readonly [Key, Item[]] | undefined
      for (const entry of waiting) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry
      if (longest === undefined) return undefined
      const [key, queue] = longest
      const item = queue.pop()
      if (queue.length === 0) waiting.delete(key)
      return item
    },
    sizeOf: (key) => waiting.get(key)?.length ?? 0,
    get keyCount() {
      return waiting.size
    },
  }
}
