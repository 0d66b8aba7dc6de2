import { type Buckets, refilled } from './buckets.ts'

export interface MemoryBucketsOptions {
  /** A clock in milliseconds that never goes backwards. */
  readonly monotonicNow: () => number
  /** 50,000 by default. */
  readonly maxBuckets?: number
}

interface Level {
  readonly tokens: number
  readonly at: number
}

/**
 * Counts in this process. Beyond `maxBuckets`, the least recently used bucket is removed. A missing bucket counts as full,
 * as a bucket does anyway after a minute without use.
 */
export function createMemoryBuckets({ monotonicNow, maxBuckets = 50_000 }: MemoryBucketsOptions): Buckets {
  const levels = new Map<string, Level>()

  function put(key: string, level: Level): void {
    // A Map keeps insertion order, so its first key is the least recently used.
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
