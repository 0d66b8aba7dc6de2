import { anyAmount, anyBadAmountText } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, inWholeUnits, MAX_AMOUNT, parseAmount, parsePositiveAmount } from './amount.ts'
import { divideSupply } from './token.ts'

describe('an amount', () => {
  test('is read back from the text that it is written as', () => {
    fc.assert(
      fc.property(anyAmount(), (amount) => {
        expect(parseAmount(String(amount), 'amount')).toEqual({ ok: true, value: amount })
      }),
    )
  })

  test('is refused, with the name of its field, when it is written in any other way', () => {
    fc.assert(
      fc.property(anyBadAmountText(), fc.constantFrom('amount', 'maxAmount'), (text, field) => {
        const parsed = parseAmount(text, field)
        expect(parsed).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
        expect(parsePositiveAmount(text, field).ok).toBe(false)
      }),
    )
  })

  test.each(['-1', '1.5', '01', '1e3', '', '18446744073709551616', '１', '٣', ' 1', '1 ', '+1', '0x1'])(
    'cannot be %j',
    (text) => {
      expect(parseAmount(text, 'amount').ok).toBe(false)
    },
  )

  test('may be as large as a u64 and no larger', () => {
    expect(parseAmount('18446744073709551615', 'amount')).toEqual({ ok: true, value: MAX_AMOUNT })
    expect(parseAmount('18446744073709551616', 'amount').ok).toBe(false)
    expect(() => amountOf(MAX_AMOUNT + 1n)).toThrow('invariant')
    expect(() => amountOf(-1n)).toThrow('invariant')
  })

  test('may be 0 only where nothing has to be given', () => {
    expect(parseAmount('0', 'amount')).toEqual({ ok: true, value: 0n })
    expect(parsePositiveAmount('0', 'amount')).toMatchObject({ ok: false, error: { field: 'amount' } })
    expect(parsePositiveAmount('1', 'amount').ok).toBe(true)
  })
})

describe('the reserves of a token', () => {
  test('are refused just when they sum to more than its supply', () => {
    const part = fc.option(anyAmount(), { nil: undefined })
    fc.assert(
      fc.property(anyAmount(1n), part, part, part, (supply, communityDrops, publicSale, creator) => {
        const divided = divideSupply(supply, { communityDrops, publicSale, creator })
        const sum = (communityDrops ?? 0n) + (publicSale ?? 0n) + (creator ?? 0n)
        expect(divided.ok).toBe(sum <= supply)
        // What nobody has set aside is for drops.
        const rest = supply - (publicSale ?? 0n) - (creator ?? 0n)
        if (divided.ok) expect(divided.value.communityDrops).toBe(communityDrops ?? rest)
      }),
    )
  })
})

describe('an amount in whole units', () => {
  test.each([
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_500_000_000n, 9, '1.5'],
    [10n, 0, '10'],
    [MAX_AMOUNT, 9, '18446744073.709551615'],
  ])('of %s with %s decimals is %s', (atomic, decimals, text) => {
    expect(inWholeUnits(atomic, decimals)).toBe(text)
  })

  test('is exact for any amount and decimals', () => {
    fc.assert(
      fc.property(anyAmount(), fc.nat(18), (atomic, decimals) => {
        const [whole = '', fraction = ''] = inWholeUnits(atomic, decimals).split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(atomic)
      }),
    )
  })
})
