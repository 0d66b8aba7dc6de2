import { expect, test } from 'vitest'
import { ago, fromNow, inWordsWithZone } from './time.ts'

const at = '2026-06-01T12:00:00.000Z'
const now = Date.parse(at)

test('a past event is not shown in the future if a clock is behind', () => {
  expect(ago(at, now - 9_000)).toBe(fromNow(at, now))
})

test('a past event is shown with its age', () => {
  expect(ago(at, now + 3 * 3_600_000)).toBe(fromNow(at, now + 3 * 3_600_000))
})

test('a time that people agree on names its time zone, by the offset of that day', () => {
  expect(inWordsWithZone('2026-06-01T12:00:00Z')).toMatch(
    /2026.*\d{1,2}[:.]\d\d.* (?:[A-Z]{2,5}|(?:GMT|UTC)[+\-−]?\d*(?::\d\d)?)$/,
  )
})
