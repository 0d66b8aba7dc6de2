import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allShares, shareOf } from './planted-fault.ts'

const anyCases = fc.nat({ max: 400 }).map((count) => Array.from({ length: count }, (_, n) => n))

test('as many days in a row as there are shares try each case once, in shares of almost equal size', () => {
  fc.assert(
    fc.property(anyCases, fc.integer({ min: 1, max: 20 }), fc.nat({ max: 100_000 }), (cases, count, day) => {
      const shares = Array.from({ length: count }, (_, n) => shareOf(cases, count, String(day + n)))
      expect(shares.flat().sort((a, b) => a - b)).toEqual(cases)
      const sizes = shares.map(({ length }) => length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(new Set(allShares(cases, count).flat())).toEqual(new Set(cases))
    }),
  )
})

test('the nightly run tries all cases', () => {
  expect(shareOf([1, 2, 3, 4, 5, 6], 5, 'all')).toEqual([1, 2, 3, 4, 5, 6])
})
