import { expect, test } from 'vitest'
import { dayInFull, firstDayOfWeek, monthAndYear } from './calendar.ts'

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de', 1],
  ['ar-EG', 6],
] as const)('a week of %s begins on day %i', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day)
})

test('a day stays the same day in every time zone', () => {
  expect(monthAndYear('2026-06-01')).toContain('2026')
  expect(dayInFull('2026-06-01')).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(2026, 5, 1)),
  )
})
