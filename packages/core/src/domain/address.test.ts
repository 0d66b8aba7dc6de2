import { anyAddressText, anyBadAddressText } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from './address.ts'

describe('an address', () => {
  test('has one normal form for any case and leading zeros', () => {
    fc.assert(
      fc.property(anyAddressText(), (text) => {
        const parsed = parseAddress(text, 'userAddress')
        if (!parsed.ok) throw new Error(`${text} was refused`)
        expect(parsed.value).toMatch(/^0x[0-9a-f]{64}$/)
        expect(BigInt(parsed.value)).toBe(BigInt(text.toLowerCase()))
        expect(parseAddress(parsed.value, 'userAddress')).toEqual(parsed)
        expect(parseAddress(text.toUpperCase(), 'userAddress')).toEqual(parsed)
      }),
    )
  })

  test('is refused, with the name of its field, when it is none', () => {
    fc.assert(
      fc.property(anyBadAddressText(), (text) => {
        expect(parseAddress(text, 'userAddress')).toMatchObject({
          ok: false,
          error: { kind: 'bad_user_input', field: 'userAddress' },
        })
      }),
    )
  })

  test.each(['', '0x', '0xxyz', 'abc', `0x${'1'.repeat(65)}`, '0x1\n', '0x１'])('cannot be %j', (text) => {
    expect(parseAddress(text, 'userAddress').ok).toBe(false)
  })

  test('may be as short as 0x1', () => {
    expect(parseAddress('0x123', 'userAddress')).toEqual({ ok: true, value: `0x${'123'.padStart(64, '0')}` })
  })
})
