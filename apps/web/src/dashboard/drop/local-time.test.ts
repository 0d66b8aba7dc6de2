import { expect, test } from 'vitest'
import { instantOf, pickedOf } from './local-time.ts'

test('gives back the instant that a picker was given, to the second', () => {
  expect(instantOf(pickedOf('2026-06-01T12:34:56.000Z'))).toBe('2026-06-01T12:34:56.000Z')
})
