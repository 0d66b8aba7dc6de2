import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inBaseUnits, inWholeTokens } from './amount.ts'

const amounts = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
const decimals = fc.integer({ min: 0, max: 18 })

test('whole tokens, as they are shown, are read back as the same base units', () => {
  fc.assert(
    fc.property(amounts, decimals, (amount, places) => {
      expect(inBaseUnits(inWholeTokens(amount, places), places)).toBe(String(amount))
    }),
  )
})

test.each([
  ['1,5', 'a sign between thousands that stands elsewhere'],
  ['1.2345', 'more decimals than the token has'],
  ['1.2.3', 'two decimal signs'],
  ['-1', 'a sign'],
  ['1e3', 'an exponent'],
  ['', 'nothing'],
  ['.', 'a decimal sign alone'],
])('%j is refused: %s', (typed) => {
  expect(inBaseUnits(typed, 3)).toBeUndefined()
})

test.each([
  ['1,234,567', '1234567000'],
  ['12,34,567', '1234567000'],
  [' 1 000 ', '1000000'],
  ['.5', '500'],
  ['5.', '5000'],
  ['1.50000', '1500'],
])('%j is read as %s thousandths', (typed, expected) => {
  expect(inBaseUnits(typed, 3)).toBe(expected)
})
