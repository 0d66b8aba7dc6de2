export interface DocumentCache<Value> {
  get(text: string): Value | undefined
  set(text: string, value: Value): void
}

/**
 * Keeps the most recently used values: at most `size` and at least half as many. It has two generations: a used value moves
 * to the newer one, and when that is full, the older one is dropped. A look-up that finds its value in the newer generation
 * changes nothing.
 */
export function createDocumentCache<Value>(size: number): DocumentCache<Value> {
  const generationSize = Math.ceil(size / 2)
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(text: string, value: Value): void {
    if (newer.size >= generationSize) {
      older = newer
      newer = new Map()
    }
    newer.set(text, value)
  }

  return {
    get(text) {
      const value = newer.get(text)
      if (value !== undefined) return value
      const aged = older.get(text)
      if (aged !== undefined) set(text, aged)
      return aged
    },
    set,
  }
}
