import { type Buckets, refilled } from './buckets.ts'

export interface MemoryBucketsOptions {
  /** Milliseconds that never go backwards. */
  readonly monotonicNow: () => number
  /** 50,000 by default. */
  readonly maxBuckets?: number
}

interface Level {
  readonly tokens: number
  readonly at: number
}

/**
 * Counts in this process. Beyond `maxBuckets` the one that was not used for longest is forgotten, which is to say
 * full: after a minute without use it is that anyway.
 */
export function createMemoryBuckets({ monotonicNow, maxBuckets = 50_000 }: MemoryBucketsOptions): Buckets {
  const levels = new Map<string, Level>()

  function put(key: string, level: Level): void {
    // A Map keeps the order of insertion: the first key is the one that was not used for longest.
    levels.delete(key)
    levels.set(key, level)
    if (levels.size <= maxBuckets) return
    const [oldest] = levels.keys()
    if (oldest !== undefined) levels.delete(oldest)
  }

  return {
    async take(buckets, count) {
      const now = monotonicNow()
      const held = buckets.map(({ key, perMinute }) => {
        const level = levels.get(key)
        return level === undefined ? perMinute : refilled(level.tokens, now - level.at, perMinute)
      })
      const isGranted = held.every((tokens) => tokens >= count)
      const left = isGranted ? held.map((tokens) => tokens - count) : held
      for (const [index, { key }] of buckets.entries()) put(key, { tokens: left[index] ?? 0, at: now })
      return { isGranted, left }
    },
    close: async () => {},
  }
}
