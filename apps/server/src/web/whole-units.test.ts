import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { inWholeUnits } from './whole-units.ts'

it.each([
  [0n, 9, '0'],
  [1n, 9, '0.000000001'],
  [1_500_000_000n, 9, '1.5'],
  [10n, 0, '10'],
  [2n ** 64n - 1n, 9, '18446744073.709551615'],
])('writes %s with %s decimals as %s', (atomic, decimals, text) => {
  expect(inWholeUnits(atomic, decimals)).toBe(text)
})

it('writes every amount exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.nat(18), (atomic, decimals) => {
      const [whole = '', fraction = ''] = inWholeUnits(atomic, decimals).split('.')
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(atomic)
    }),
  )
})
