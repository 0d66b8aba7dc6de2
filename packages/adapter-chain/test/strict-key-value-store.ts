import { setImmediate } from 'node:timers/promises'
import type { KeyValueStore } from '@dropkit/core'

export interface StrictKeyValueStore extends KeyValueStore {
  readonly values: ReadonlyMap<string, string>
  /** The largest number of keys that a transaction has locked so far. */
  readonly largestTransaction: () => number
  /** The number of transactions so far. */
  readonly transactions: () => number
}

/**
 * An in-memory store that is as difficult as a database may be: it yields before and after every call, makes a transaction
 * wait for its keys, calls `decide` twice, and refuses writes outside of the locked keys and keys that do not start with
 * the prefix.
 */
export function createStrictKeyValueStore(prefix = 'fake-chain/'): StrictKeyValueStore {
  const values = new Map<string, string>()
  const locks = new Map<string, Promise<void>>()
  let largest = 0
  let transactions = 0

  const read = (keys: readonly string[]): ReadonlyMap<string, string> =>
    new Map(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) ?? '']] : [])))

  async function lock(keys: readonly string[]): Promise<() => void> {
    const releases: (() => void)[] = []
    for (const key of keys) {
      const earlier = locks.get(key)
      const { promise, resolve } = Promise.withResolvers<void>()
      locks.set(key, promise)
      releases.push(() => {
        if (locks.get(key) === promise) locks.delete(key)
        resolve()
      })
      await earlier
    }
    return () => {
      for (const release of releases) release()
    }
  }

  return {
    values,
    largestTransaction: () => largest,
    transactions: () => transactions,

    async get(keys) {
      await setImmediate()
      return read(keys)
    },

    async transact(keys, decide) {
      transactions++
      largest = Math.max(largest, keys.length)
      const release = await lock([...new Set(keys)].sort())
      try {
        await setImmediate()
        decide(read(keys))
        const { writes, result } = decide(read(keys))
        await setImmediate()
        for (const [key, value] of writes) {
          if (!keys.includes(key)) throw new Error(`${key} is written without its lock`)
          if (key.length > 400 || !key.startsWith(prefix)) throw new Error(`${key} is no key of ours`)
          if (value === null) values.delete(key)
          else values.set(key, value)
        }
        return result
      } finally {
        release()
      }
    },

    async list(prefix, { after, limit }) {
      await setImmediate()
      return [...values]
        .filter(([key]) => key.startsWith(prefix) && (after === undefined || key > after))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, limit)
        .map(([key, value]) => ({ key, value }))
    },
  }
}
