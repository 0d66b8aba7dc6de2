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
export const refilled = (tokens: number, passedMs: number, perMinute: number): number =>
  Math.min(perMinute, tokens + (Math.max(0, passedMs) * perMinute) / 60_000)

/** The time until a bucket with `left` tokens holds `wanted` tokens, or is full. */
export const msUntil = (wanted: number, left: number, perMinute: number): number =>
  Math.ceil((Math.max(0, Math.min(wanted, perMinute) - left) * 60_000) / perMinute)
