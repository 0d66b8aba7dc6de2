import type { Clock, Instant } from '@dropkit/core'

/** A clock that advances only when a test advances it. */
export interface TestClock extends Clock {
  set(now: Instant): void
  advance(byMs: number): void
}

/** 2026-01-02T03:04:05.678Z. */
export const TEST_START: Instant = 1_767_323_045_678

/** Creates a clock that advances only when a test advances it. */
export function createTestClock(start: Instant = TEST_START): TestClock {
  let now = start
  return {
    now: () => now,
    set(next) {
      now = next
    },
    advance(byMs) {
      now += byMs
    },
  }
}
