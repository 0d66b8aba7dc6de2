import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_AMOUNT } from './amount.ts'
import { type Currency, displayMoney, parseMoney } from './price.ts'

const SUI: Currency = { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 }
const CENTS: Currency = { code: 'CENTS', coinType: '0x3::c::C', decimals: 2 }
const WHOLE: Currency = { code: 'WHOLE', coinType: '0x4::w::W', decimals: 0 }

describe('money', () => {
  test.each([
    [0, SUI, 0n],
    [1, SUI, 1_000_000_000n],
    [0.1, SUI, 100_000_000n],
    [0.000000001, SUI, 1n],
    [1e-9, SUI, 1n],
    [1.5, CENTS, 150n],
    [0.07, CENTS, 7n],
    [1e3, WHOLE, 1_000n],
    [18_446_744_073.5, SUI, 18_446_744_073_500_000_000n],
  ])('of %d is read exactly', (value, currency, atomic) => {
    expect(parseMoney(value, currency, 'price')).toEqual({ ok: true, value: atomic })
  })

  test.each([
    [-1, SUI],
    [-0.5, CENTS],
    [Number.NaN, SUI],
    [Number.POSITIVE_INFINITY, SUI],
    [Number.NEGATIVE_INFINITY, SUI],
    [0.0000000001, SUI],
    [1e-10, SUI],
    [5e-324, SUI],
    [0.001, CENTS],
    [0.5, WHOLE],
    [1e21, SUI],
    [1e300, WHOLE],
    [1.7976931348623157e308, SUI],
    [18_446_744_074, SUI],
  ])('of %d is refused', (value, currency) => {
    expect(parseMoney(value, currency, 'price')).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field: 'price' },
    })
  })

  test('is read as it is shown, as far as a number can show it', () => {
    const currency = fc.constantFrom(SUI, CENTS, WHOLE)
    fc.assert(
      fc.property(currency, fc.bigInt({ min: 0n, max: 1n << 52n }), (unit, atomic) => {
        expect(parseMoney(displayMoney(atomic, unit.decimals), unit, 'price')).toEqual({
          ok: true,
          value: atomic,
        })
      }),
    )
  })

  test('never exceeds the maximum of the currency, for any number', () => {
    fc.assert(
      fc.property(fc.double(), fc.constantFrom(SUI, CENTS, WHOLE), (value, unit) => {
        const parsed = parseMoney(value, unit, 'price')
        if (!parsed.ok) return
        expect(parsed.value).toBeGreaterThanOrEqual(0n)
        expect(parsed.value).toBeLessThanOrEqual(MAX_AMOUNT)
        expect(displayMoney(parsed.value, unit.decimals)).toBeCloseTo(value)
      }),
    )
  })
})
