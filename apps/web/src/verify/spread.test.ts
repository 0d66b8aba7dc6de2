import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadOf } from './spread.ts'

const amounts = fc.array(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), { minLength: 1, maxLength: 100 })

test('every amount is in one bar, and no bar is outside', () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const spread = spreadOf(all)
      expect(spread?.bars.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      expect(spread?.bars.length).toBeLessThanOrEqual(24)
      expect(spread?.bars[0]?.from).toBe(spread?.smallest)
      expect(spread?.bars.at(-1)?.count).toBeGreaterThan(0)
    }),
  )
})

test('amounts that are all the same make one bar', () => {
  expect(spreadOf([5n, 5n])).toEqual({ smallest: 5n, largest: 5n, mean: 5n, bars: [{ from: 5n, count: 2 }] })
})

test('of nothing there is no spread', () => {
  expect(spreadOf([])).toBeNull()
})
