export interface BoundedCache<Value> {
  /** What is kept under the key, made now when there is nothing. When `make` throws, nothing is kept. */
  getOrMake(key: string, make: () => Value): Value
}

/** Keeps the `capacity` values that were used last, so that a store of many drops cannot fill the memory. */
export function createBoundedCache<Value>(capacity: number): BoundedCache<Value> {
  // A Map keeps the order of insertion: the first key is the one that was not used for longest.
  const values = new Map<string, { readonly value: Value }>()
  return {
    getOrMake(key, make) {
      const kept = values.get(key) ?? { value: make() }
      values.delete(key)
      values.set(key, kept)
      if (values.size > capacity) {
        for (const oldest of values.keys()) {
          values.delete(oldest)
          break
        }
      }
      return kept.value
    },
  }
}
