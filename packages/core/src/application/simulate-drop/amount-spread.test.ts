import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_AMOUNT } from '../../domain/amount.ts'
import { quantile, spreadOf } from './amount-spread.ts'

const amounts = fc.array(fc.oneof(fc.bigInt(0n, MAX_AMOUNT), fc.bigInt(0n, 50n)), {
  minLength: 1,
  maxLength: 500,
})

test('counts each amount, and their exact sum', () => {
  expect(spreadOf([5n, 1n, 4n, 2n, 3n, 9n, 8n, 7n, 6n, 10n])).toMatchObject({
    count: 10,
    sum: 55n,
    least: 1n,
    median: 5n,
    mean: 5.5,
    p90: 9n,
    most: 10n,
  })
  expect(spreadOf([MAX_AMOUNT, MAX_AMOUNT])).toMatchObject({ sum: 2n * MAX_AMOUNT, median: MAX_AMOUNT })
  expect(spreadOf([])).toBeNull()
})

test('counts each amount in one range, and the ranges lie side by side from the least to the most', () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const { histogram = [], least, most } = spreadOf(all) ?? {}
      expect(histogram.length).toBeLessThanOrEqual(Math.min(20, Math.ceil(Math.sqrt(all.length))))
      expect([histogram[0]?.from, histogram.at(-1)?.to]).toEqual([least, most])
      histogram.forEach(({ from, to, count }, place) => {
        if (place > 0) expect(from).toBe((histogram[place - 1]?.to ?? 0n) + 1n)
        expect(count).toBe(all.filter((amount) => amount >= from && amount <= to).length)
      })
    }),
    { numRuns: 100 },
  )
})

test('makes ranges of equal width, of which the last one ends with the most', () => {
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, n) => BigInt(n))
  expect(spreadOf(upTo(20))?.histogram).toEqual([
    { from: 0n, to: 4n, count: 5 },
    { from: 5n, to: 9n, count: 5 },
    { from: 10n, to: 14n, count: 5 },
    { from: 15n, to: 19n, count: 5 },
    { from: 20n, to: 20n, count: 1 },
  ])
  expect(spreadOf(upTo(9_999))?.histogram).toHaveLength(20)
  expect(spreadOf([100n, 102n, 104n, 106n])?.histogram).toEqual([
    { from: 100n, to: 103n, count: 2 },
    { from: 104n, to: 106n, count: 2 },
  ])
})

test('takes as a quantile the smallest value that so large a part is not above', () => {
  const sorted = [10, 20, 30, 40]
  expect([0, 0.25, 0.26, 0.5, 0.95, 1].map((part) => quantile(sorted, part))).toEqual([
    10, 10, 20, 20, 40, 40,
  ])
  expect(quantile([], 0.5)).toBeUndefined()
})
