import { describe, expect, test } from 'vitest'
import { createPatience } from './patience.ts'

const LONGEST_MS = 150
const CROWD = 100
const TOO_LONG_MS = LONGEST_MS + 1

/** One that has borne as many as it ever does. */
const exhausted = () => {
  const patience = createPatience(LONGEST_MS, CROWD)
  for (let count = 0; count < CROWD; count++) patience.isTooLong(TOO_LONG_MS, count)
  return patience
}

describe('patience with those who wait', () => {
  test('bears a crowd that comes at once, however slowly it can be served', () => {
    const patience = createPatience(LONGEST_MS, CROWD)
    for (let count = 0; count < CROWD; count++) expect(patience.isTooLong(600_000, count * 1_000)).toBe(false)
  })

  test('bears no crowd that stays, but for those who need not wait', () => {
    const patience = exhausted()
    expect(patience.isTooLong(TOO_LONG_MS, CROWD)).toBe(true)
    expect(patience.isTooLong(LONGEST_MS, CROWD + 1)).toBe(false)
    expect(patience.isTooLong(TOO_LONG_MS, CROWD + 2), 'still the same crowd').toBe(true)
  })

  test('bears the next crowd when the one before has long gone', () => {
    const patience = exhausted()
    expect(patience.isTooLong(TOO_LONG_MS, CROWD)).toBe(true)
    expect(patience.isTooLong(0, CROWD + 1)).toBe(false)
    expect(patience.isTooLong(TOO_LONG_MS, CROWD + 30_000)).toBe(false)
  })

  test('counts two crowds as two', () => {
    const patience = exhausted()
    expect(patience.isTooLong(0, CROWD)).toBe(false)
    expect(patience.isTooLong(TOO_LONG_MS, CROWD + 1)).toBe(false)
  })
})
