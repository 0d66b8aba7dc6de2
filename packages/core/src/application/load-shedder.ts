import type { Instant } from '../domain/instant.ts'

/** After the first refusal, bursts are not tolerated for this long. */
const STRICT_MS = 30_000

/**
 * Decides which requests to refuse under load. A burst only has to wait; sustained overload has to be refused. The two
 * are told apart by the number of requests, not by the wait, because the same burst takes longer on a slower machine.
 */
export interface LoadShedder {
  /** Whether to refuse a request that would wait `waitMs`. `now` only has to count milliseconds. */
  refuses(waitMs: number, now: Instant): boolean
}

/**
 * Waits of up to `maxWaitMs` are always accepted. Longer waits are accepted for `burstSize` requests in a row; requests
 * after that are refused.
 */
export function createLoadShedder(maxWaitMs: number, burstSize: number): LoadShedder {
  let accepted = 0
  let strictUntil = Number.NEGATIVE_INFINITY
  return {
    refuses(waitMs, now) {
      if (waitMs <= maxWaitMs) {
        accepted = 0
        return false
      }
      if (accepted < burstSize && now >= strictUntil) {
        accepted++
        return false
      }
      strictUntil = now + STRICT_MS
      return true
    },
  }
}

/** The weight of the latest batch in the moving average of batch durations. */
const LATEST_WEIGHT = 0.2

/** The queue of a drop when a new claim arrives. */
interface QueueAhead {
  /** Claims on the drop that wait for a batch. */
  readonly waiting: number
  /** When the running batch started; null if none runs. */
  readonly runningSince: Instant | null
}

/** Estimates how long a new claim will wait, from the durations of recent batches. */
interface WaitEstimate {
  /** Records a finished batch of any drop: all drops share the store and the CPU. */
  observe(startedAt: Instant, now: Instant): void
  /**
   * The expected wait in milliseconds: the rest of the running batch, the batches of waiting claims, and the claim's own
   * batch.
   */
  expectedWaitMs(ahead: QueueAhead, now: Instant): number
}

export function createWaitEstimate(batchSize: number): WaitEstimate {
  let batchMs: number | null = null
  return {
    observe(startedAt, now) {
      const tookMs = Math.max(0, now - startedAt)
      batchMs = batchMs === null ? tookMs : batchMs + LATEST_WEIGHT * (tookMs - batchMs)
    },
    expectedWaitMs({ waiting, runningSince }, now) {
      const elapsedMs = runningSince === null ? 0 : Math.max(0, now - runningSince)
      // If the running batch is slower than the average, expect the next ones to be as slow.
      const eachMs = Math.max(batchMs ?? 0, elapsedMs)
      const leftMs = runningSince === null ? 0 : Math.max(0, (batchMs ?? 0) - elapsedMs)
      return Math.ceil(leftMs + eachMs * (1 + Math.floor(waiting / batchSize)))
    },
  }
}
