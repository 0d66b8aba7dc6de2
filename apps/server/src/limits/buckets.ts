/** A token bucket. Its capacity is the tokens of one minute, and it refills evenly over a minute. */
export interface Bucket {
  readonly key: string
  /** Capacity, and tokens per minute. At least 1. */
  readonly perMinute: number
}

export interface Taken {
  /** Whether every bucket had enough tokens. Otherwise no tokens were taken from any bucket. */
  readonly isGranted: boolean
  /** The tokens that each bucket holds now, in the order of the request. */
  readonly left: readonly number[]
}

/** A store of token buckets. */
export interface Buckets {
  /** Takes `count` tokens from each bucket, or none at all. Never rejects. */
  take(buckets: readonly Bucket[], count: number): Promise<Taken>
  close(): Promise<void>
}

/** The level of a bucket that held `tokens`, `passedMs` later. */
const refilled = (tokens: number, passedMs: number, perMinute: number): number =>
  Math.min(perMinute, tokens + (Math.max(0, passedMs) * perMinute) / 60_000)

/** The time until a bucket with `left` tokens holds `wanted` tokens, or is full. */
export const msUntil = (wanted: number, left: number, perMinute: number): number =>
  Math.ceil((Math.max(0, Math.min(wanted, perMinute) - left) * 60_000) / perMinute)

interface MemoryBucketsOptions {
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
