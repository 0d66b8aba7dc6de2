/** Queues that take turns: an item waits for at most one item of each other key, however many those have. */
export interface Rotation<Key, Item> {
  add(key: Key, item: Item): void
  /** Removes and returns the oldest item of the key whose turn it is, of those that may have one. Undefined if there is none. */
  next(mayHaveTurn?: (key: Key) => boolean): Item | undefined
  /** Whether a key that `matches` accepts has an item. */
  has(matches: (key: Key) => boolean): boolean
  /** Removes and returns the newest item of the key with the most items; of equal keys, the one that waits longest for its turn. */
  removeFromLongest(): Item | undefined
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
    next(mayHaveTurn = () => true) {
      for (const [key, queue] of waiting) {
        if (!mayHaveTurn(key)) continue
        const item = queue.shift()
        // A key alone stays in its place.
        if (queue.length === 0 || waiting.size > 1) waiting.delete(key)
        if (queue.length > 0) waiting.set(key, queue)
        return item
      }
      return undefined
    },
    has(matches) {
      for (const key of waiting.keys()) if (matches(key)) return true
      return false
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
  }
}

/** Queues that take turns, of owners whose queues take turns. */
export interface OwnerRotation<Key, Item> {
  add(owner: string, key: Key, item: Item): void
  /** Removes and returns the oldest item of the key whose turn it is, of the owner whose turn it is. */
  next(): Item | undefined
  /** Removes and returns the newest item of the longest queue of the owner with the most items. */
  removeFromLongest(): Item | undefined
  /** The number of waiting items. */
  readonly size: number
}

/** An item waits for at most one item of each other owner, and then for one of each other key of its owner. */
export function createOwnerRotation<Key, Item extends object>(): OwnerRotation<Key, Item> {
  /** The first owner is next. */
  const owners = new Map<string, { readonly queues: Rotation<Key, Item>; count: number }>()
  let size = 0

  return {
    add(owner, key, item) {
      const own = owners.get(owner) ?? { queues: createRotation<Key, Item>(), count: 0 }
      owners.set(owner, own)
      own.queues.add(key, item)
      own.count++
      size++
    },
    next() {
      for (const [owner, own] of owners) {
        own.count--
        if (own.count === 0 || owners.size > 1) owners.delete(owner)
        if (own.count > 0) owners.set(owner, own)
        size--
        return own.queues.next()
      }
      return undefined
    },
    removeFromLongest() {
      let longest: string | undefined
      let most = 0
      for (const [owner, { count }] of owners) if (count >= most) [longest, most] = [owner, count]
      const own = longest === undefined ? undefined : owners.get(longest)
      if (longest === undefined || own === undefined) return undefined
      if (--own.count === 0) owners.delete(longest)
      size--
      return own.queues.removeFromLongest()
    },
    get size() {
      return size
    },
  }
}

interface FairSlotsOptions {
  readonly mostRunning: number
  /** So that the slow tasks of one owner do not take all slots. By default, one owner may. */
  readonly mostRunningOfOwner?: number
  readonly mostWaiting: number
}

/** Returns undefined, without running the work, if it was displaced. */
type RunInSlot = <T>(owner: string, work: () => Promise<T>) => Promise<T | undefined>

/**
 * Runs a few tasks at a time. Owners take turns. If too many tasks wait, the newest task of the owner with the most waiting
 * tasks is displaced, so that an owner with many tasks displaces only its own.
 */
export function createFairSlots({
  mostRunning,
  mostRunningOfOwner = mostRunning,
  mostWaiting,
}: FairSlotsOptions): RunInSlot {
  const waiting = createRotation<string, (hasSlot: boolean) => void>()
  const runningOf = new Map<string, number>()
  let waitingCount = 0
  let running = 0

  const mayRun = (owner: string) => (runningOf.get(owner) ?? 0) < mostRunningOfOwner

  function count(owner: string, by: 1 | -1): void {
    const ofOwner = (runningOf.get(owner) ?? 0) + by
    if (ofOwner > 0) runningOf.set(owner, ofOwner)
    else runningOf.delete(owner)
    running += by
  }

  async function waitFor(owner: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting.add(owner, (hasSlot) => {
      if (hasSlot) count(owner, 1)
      resolve(hasSlot)
    })
    if (++waitingCount > mostWaiting) {
      waitingCount--
      waiting.removeFromLongest()?.(false)
    }
    return promise
  }

  return async (owner, work) => {
    if (running < mostRunning && mayRun(owner)) count(owner, 1)
    else if (!(await waitFor(owner))) return undefined
    try {
      return await work()
    } finally {
      count(owner, -1)
      const start = waiting.next(mayRun)
      if (start) {
        waitingCount--
        start(true)
      }
    }
  }
}
