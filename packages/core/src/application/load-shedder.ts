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
