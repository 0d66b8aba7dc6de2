import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heightScale, pickedLabels } from './chart-scale.ts'

test('the lines of a chart are at most five, at whole numbers, and reach its highest value', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), (most) => {
      const { highest, ticks } = heightScale(most)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isSafeInteger)).toBe(true)
      expect(ticks.at(-1)).toBe(highest)
      expect(highest).toBeGreaterThanOrEqual(Math.max(1, most))
    }),
  )
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [130, [0, 50, 100, 150]],
])('a chart up to %i has lines at %j', (most, ticks) => {
  expect(heightScale(most).ticks).toEqual(ticks)
})

test('labels have different positions, including the first and the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 30 }), (length, room) => {
      const picked = pickedLabels(length, room)
      expect(new Set(picked).size).toBe(picked.length)
      expect(picked[0]).toBe(0)
      if (picked.length > 1) expect(picked.at(-1)).toBe(length - 1)
      expect(picked.length).toBeLessThanOrEqual(Math.max(1, room))
    }),
  )
})
