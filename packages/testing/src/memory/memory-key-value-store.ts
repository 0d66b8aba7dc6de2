import type { KeyValueStore } from '@dropkit/core'
import type { MemoryState } from './memory-state.ts'

const MAX_KEY_LENGTH = 400

/** Compares texts by code points, which is the order of their UTF-8 bytes. JavaScript's `<` has another order. */
function compareAsBytes(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]]
  for (let place = 0; place < Math.min(ones.length, others.length); place++) {
    const difference = (ones[place]?.codePointAt(0) ?? 0) - (others[place]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ones.length - others.length
}

export function createMemoryKeyValueStore(state: MemoryState): KeyValueStore {
  function read(keys: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const key of keys) {
      const value = state.texts.get(key)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  return {
    get: async (keys) => read(keys),

    async transact(keys, decide) {
      const { writes, result } = decide(read(keys))
      for (const key of writes.keys()) {
        if (key.length > MAX_KEY_LENGTH) throw new Error(`a key has ${key.length} characters`)
      }
      for (const [key, value] of writes) {
        if (value === null) state.texts.delete(key)
        else state.texts.set(key, value)
      }
      return result
    },

    async list(prefix, { after, limit }) {
      const isWanted = (key: string) =>
        key.startsWith(prefix) && (after === undefined || compareAsBytes(key, after) > 0)
      return [...state.texts]
        .filter(([key]) => isWanted(key))
        .sort(([one], [other]) => compareAsBytes(one, other))
        .slice(0, limit)
        .map(([key, value]) => ({ key, value }))
    },
  }
}
