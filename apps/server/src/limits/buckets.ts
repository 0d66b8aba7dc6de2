/** A token bucket: it holds at most a minute's worth, and is filled again evenly over a minute. */
export interface Bucket {
  readonly key: string
  /** At least 1. */
  readonly perMinute: number
}

export interface Taken {
  /** Whether every bucket had enough; otherwise nothing was taken from any. */
  readonly isGranted: boolean
  /** What each holds now, in the order in which they were asked for. */
  readonly left: readonly number[]
}

/** Where tokens are counted. */
export interface Buckets {
  /** Takes `count` tokens from each bucket, or none at all. Never fails. */
  take(buckets: readonly Bucket[], count: number): Promise<Taken>
  close(): Promise<void>
}

/** What a bucket that held `tokens` holds `passedMs` later. */
export const refilled = (tokens: number, passedMs: number, perMinute: number): number =>
  Math.min(perMinute, tokens + (Math.max(0, passedMs) * perMinute) / 60_000)

/** How long until a bucket that holds `left` holds `wanted`, or all that it can. */
export const msUntil = (wanted: number, left: number, perMinute: number): number =>
  Math.ceil((Math.max(0, Math.min(wanted, perMinute) - left) * 60_000) / perMinute)
