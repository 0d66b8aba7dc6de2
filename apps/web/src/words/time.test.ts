import { expect, test } from 'vitest'
import { ago, fromNow } from './time.ts'

const at = '2026-06-01T12:00:00.000Z'
const now = Date.parse(at)

test('what has happened is not put into the future by a clock that is behind', () => {
  expect(ago(at, now - 9_000)).toBe(fromNow(at, now))
})

test('what has happened is told by how long ago it was', () => {
  expect(ago(at, now + 3 * 3_600_000)).toBe(fromNow(at, now + 3 * 3_600_000))
})
