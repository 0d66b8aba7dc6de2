export interface BoundedCache<Value> {
  /**
   * Returns the value stored under the key, or stores and returns `make()` if there is none. If `make` throws, nothing is
   * stored.
   */
  getOrMake(key: string, make: () => Value): Value
}

/** Holds the `capacity` most recently used values, so that many drops cannot fill the memory. */
export function createBoundedCache<Value>(capacity: number): BoundedCache<Value> {
  // A Map keeps insertion order, so the first key is the least recently used one.
  const values = new Map<string, { readonly value: Value }>()
  return {
    getOrMake(key, make) {
      const entry = values.get(key) ?? { value: make() }
      values.delete(key)
      values.set(key, entry)
      if (values.size > capacity) {
        for (const oldest of values.keys()) {
          values.delete(oldest)
          break
        }
      }
      return entry.value
    },
  }
}
