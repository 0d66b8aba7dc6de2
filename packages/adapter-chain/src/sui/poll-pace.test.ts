import { expect, test } from 'vitest'
import { createPollPace } from './poll-pace.ts'

function paced(longestIntervalMs: number) {
  let nowMs = 1_000_000
  const pace = createPollPace(() => nowMs, longestIntervalMs)
  return {
    pace,
    /** Polls every 300 ms for `ms` milliseconds. Returns how many polls read the ledger. */
    readsDuring(ms: number): number {
      let reads = 0
      for (const end = nowMs + ms; nowMs < end; nowMs += 300) if (pace.isDue('claims')) reads++
      return reads
    },
    moveClock(ms: number) {
      nowMs += ms
    },
  }
}

test('every poll reads the ledger for ten seconds after the last activity', () => {
  const { pace, readsDuring } = paced(5_000)
  expect(readsDuring(9_900)).toBe(33)
  pace.noteActivity()
  expect(readsDuring(9_900)).toBe(33)
})

test('an idle reader reads less and less often, down to once per longest interval', () => {
  const { readsDuring } = paced(5_000)
  readsDuring(60_000)
  expect(readsDuring(60_000)).toBeLessThanOrEqual(12)
  expect(readsDuring(60_000)).toBeGreaterThanOrEqual(11)
})

test('readers have intervals of their own', () => {
  const { pace, readsDuring } = paced(5_000)
  readsDuring(120_000)
  expect([pace.isDue('payments'), pace.isDue('payments')]).toEqual([true, false])
})

test('activity ends the long interval at once', () => {
  const { pace, readsDuring } = paced(5_000)
  readsDuring(120_000)
  pace.noteActivity()
  expect(pace.isDue('claims')).toBe(true)
})

test('a clock that goes back does not stop the reads', () => {
  const { pace, readsDuring, moveClock } = paced(5_000)
  readsDuring(120_000)
  moveClock(-3_600_000)
  expect(pace.isDue('claims')).toBe(true)
})

test('without a longest interval every poll reads the ledger', () => {
  const { readsDuring } = paced(0)
  readsDuring(120_000)
  expect(readsDuring(9_900)).toBe(33)
})
