import { expect, test } from 'vitest'
import { newestOf, seenPage } from './shown-claims.ts'

const row = (sequence: number, status = 'PENDING') => ({ id: `c${sequence}`, sequence, status })
const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => row(from - index))

test('shows the newest page on the first visit', () => {
  expect(seenPage(rows(9, 1), 9, 3, [])).toEqual({ rows: rows(9, 7), newAbove: 0 })
})

test('keeps the rows in place when new ones arrive, and counts those', () => {
  expect(seenPage(rows(12, 4), 9, 3, rows(9, 7))).toEqual({ rows: rows(9, 7), newAbove: 3 })
})

test('follows the states of the rows that stay', () => {
  const read = [row(10), row(9, 'CONFIRMED'), row(8), row(7)]
  expect(seenPage(read, 9, 3, rows(9, 7)).rows[0]?.status).toBe('CONFIRMED')
})

test('keeps the rows if so many new ones arrived that they are out of reach', () => {
  expect(seenPage(rows(20, 9), 9, 3, rows(9, 7)).rows).toEqual(rows(9, 7))
})

test('takes 0 as the newest position if there is none', () => {
  expect(newestOf([])).toBe(0)
})
