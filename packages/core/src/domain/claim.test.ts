import { confirmed, expired, failed, pending, submitted } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { freeSlot, isReleased, isReserved, slotWithoutLimit, streakOn } from './claim.ts'

test('a claim is either reserved or released', () => {
  const states = [pending(5), pending(null), submitted(), confirmed(), expired(), failed()]
  expect(states.map(isReserved)).toEqual([true, true, true, true, false, false])
  expect(states.map(isReleased)).toEqual([false, false, false, false, true, true])
})

test('a wallet fills the smallest place that it does not fill yet', () => {
  expect([[], [1], [2], [2, 1], [1, 3, 4]].map(freeSlot)).toEqual([1, 2, 1, 3, 2])
})

test('a streak counts the days without a gap before the one of the claim', () => {
  expect(streakOn(10, [])).toBe(1)
  expect(streakOn(10, [9, 8, 6])).toBe(3)
  expect(streakOn(10, [8])).toBe(1)
  expect(streakOn(10, [11])).toBe(1)
})

test('places without a limit are beyond every day and every limit, each claim’s its own', () => {
  expect(slotWithoutLimit(1)).toBe(1_000_000_000_001)
  expect(slotWithoutLimit(2)).toBe(1_000_000_000_002)
})
