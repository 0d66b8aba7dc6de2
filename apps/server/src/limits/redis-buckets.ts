import type { Log } from '@dropkit/core'
import type { Redis } from 'ioredis'
import type { Bucket, Buckets, Taken } from './buckets.ts'

export interface RedisBucketsOptions {
  readonly url: string
  /** Counts while Redis is unreachable. */
  readonly fallback: Buckets
  readonly log: Log
  /** The longest wait for an answer, in milliseconds; 250 by default. */
  readonly timeoutMs?: number
  /** The prefix of all keys; `dropkit/limit/` by default. */
  readonly prefix?: string
}

const LONGEST_RECONNECT_MS = 2_000
/** After a timeout, Redis is not asked again for this time. */
const REST_MS = 1_000

/**
 * Takes tokens atomically, by the clock of Redis, so that the clocks of the servers do not matter. ARGV: the number of
 * tokens, then the tokens per minute of each bucket. A bucket that was not used for a minute is full, and needs no key.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local count = tonumber(ARGV[1])
local granted = 1
local held = {}
for i, key in ipairs(KEYS) do
  local capacity = tonumber(ARGV[i + 1])
  local level = redis.call('HMGET', key, 'tokens', 'at')
  held[i] = capacity
  if level[1] and level[2] then
    local passed = math.max(0, now - tonumber(level[2]))
    held[i] = math.min(capacity, tonumber(level[1]) + passed * capacity / 60000)
  end
  if held[i] < count then granted = 0 end
end
local answer = { granted }
for i, key in ipairs(KEYS) do
  if granted == 1 then
    held[i] = held[i] - count
    redis.call('HSET', key, 'tokens', string.format('%.6f', held[i]), 'at', string.format('%.3f', now))
    redis.call('PEXPIRE', key, 61000)
  end
  answer[i + 1] = string.format('%.6f', held[i])
end
return answer
`

/**
 * Counts in Redis for all servers together. While Redis is unreachable, each server counts alone and logs that once,
 * because a missing limit is better than an outage.
 */
export async function createRedisBuckets(options: RedisBucketsOptions): Promise<Buckets> {
  const { url, fallback, log, timeoutMs = 250, prefix = 'dropkit/limit/' } = options
  const redis = await connect(url, timeoutMs)
  let isAway = false
  let restsUntil = 0

  redis.on('error', (error: Error) => noteError(error))
  redis.on('ready', () => {
    if (isAway) log.info('requests are counted in Redis again')
    isAway = false
    restsUntil = 0
  })

  function noteError(error: unknown): void {
    if (!isAway)
      log.warn('Redis cannot be reached: this server counts requests by itself', { reason: reasonOf(error) })
    isAway = true
  }

  async function ask(buckets: readonly Bucket[], count: number): Promise<Taken> {
    const keys = buckets.map(({ key }) => prefix + key)
    const answer: unknown = await redis.call(
      'EVAL',
      TAKE,
      String(keys.length),
      ...keys,
      String(count),
      ...buckets.map(({ perMinute }) => String(perMinute)),
    )
    if (!Array.isArray(answer)) throw new Error('Redis gave no list')
    const [granted, ...left] = answer.map(Number)
    return { isGranted: granted === 1, left }
  }

  return {
    async take(buckets, count) {
      if (redis.status !== 'ready' || performance.now() < restsUntil) return fallback.take(buckets, count)
      try {
        const taken = await ask(buckets, count)
        if (isAway) log.info('requests are counted in Redis again')
        isAway = false
        return taken
      } catch (error) {
        restsUntil = performance.now() + REST_MS
        noteError(error)
        return fallback.take(buckets, count)
      }
    },
    async close() {
      redis.disconnect()
      await fallback.close()
    },
  }
}

async function connect(url: string, timeoutMs: number): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    connectionName: 'dropkit',
    commandTimeout: timeoutMs,
    // If there is no connection, commands fail immediately and the fallback counts.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: false,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_RECONNECT_MS),
  })
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
