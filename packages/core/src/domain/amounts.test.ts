import { anyAmount, anyBadAmountText, OWNER, sampleAddress, sampleToken } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOf,
  type Currency,
  displayMoney,
  inWholeUnits,
  MAX_AMOUNT,
  parseAmount,
  parseMoney,
  parsePositiveAmount,
} from './amount.ts'
import { divideSupply, parseCoinType, tokenEvent } from './token.ts'

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
    for (const larger of ['18446744073709551616', '9'.repeat(21), '9'.repeat(100_000)]) {
      expect(parseAmount(larger, 'amount')).toMatchObject({ ok: false, error: { reason: 'TOO_LARGE' } })
    }
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
        // What is not reserved is for drops.
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

const supply = amountOf(100n)

describe('the supply of a token', () => {
  test('is for drops as far as nothing else is said of it', () => {
    const whole = { communityDrops: 100n, publicSale: 0n, creator: 0n }
    expect(divideSupply(supply, {})).toEqual({ ok: true, value: whole })
    expect(divideSupply(supply, { publicSale: amountOf(30n), creator: amountOf(20n) })).toEqual({
      ok: true,
      value: { communityDrops: 50n, publicSale: 30n, creator: 20n },
    })
    expect(divideSupply(supply, { communityDrops: amountOf(10n), creator: amountOf(20n) })).toEqual({
      ok: true,
      value: { communityDrops: 10n, publicSale: 0n, creator: 20n },
    })
    expect(divideSupply(supply, { creator: supply })).toEqual({
      ok: true,
      value: { communityDrops: 0n, publicSale: 0n, creator: 100n },
    })
  })

  test('is not divided into more than there is', () => {
    const given = { communityDrops: amountOf(40n), publicSale: amountOf(30n), creator: amountOf(31n) }
    expect(divideSupply(supply, given)).toMatchObject({
      error: { field: 'communityDropsReserve', details: { sum: '101', supply: '100' } },
    })
    expect(divideSupply(supply, { creator: amountOf(101n) }).ok).toBe(false)
  })
})

/** A type whose arguments are nested so deep. */
const nested = (depth: number) => `0x2::a::B<${'vector<'.repeat(depth - 1)}u8${'>'.repeat(depth)}`

describe('a coin type', () => {
  test.each([
    [' 0x2::sui::SUI ', `${sampleAddress(2)}::sui::SUI`],
    ['0xAB::a_1::B_2', `0x${'ab'.padStart(64, '0')}::a_1::B_2`],
    ['0x2::coin::LP<0x2::sui::SUI, u8>', `${sampleAddress(2)}::coin::LP<${sampleAddress(2)}::sui::SUI,u8>`],
    [
      '0X2::a::B < vector<vector<0xA::a::C<bool,address>>> , u256>',
      `${sampleAddress(2)}::a::B<vector<vector<${sampleAddress(10)}::a::C<bool,address>>>,u256>`,
    ],
    [nested(16), `${sampleAddress(2)}::a::B<${'vector<'.repeat(15)}u8${'>'.repeat(16)}`],
  ])('%s is %s', (text, coinType) => {
    expect(parseCoinType(text, 'coinType')).toEqual({ ok: true, value: coinType })
  })

  test.each([
    '2::sui::SUI',
    '0x::sui::SUI',
    `0x${'1'.repeat(65)}::sui::SUI`,
    '0x2::1sui::SUI',
    '0x2::sui::1SUI',
    '0x2::sui::SUI<>',
    '0x2::sui::SUI>',
    '0x2::sui',
    'x0x2::sui::SUI',
    '0x2::sui::SUI x',
    '0x2::coin::LP<0x2::sui::SUI\u0000>',
    '0x2::coin::LP<0x2::sui::SUI\n>',
    '0x2::a::B<oops>',
    '0x2::a::B<U8>',
    '0x2::a::B<u512>',
    '0x2::a::B<signer>',
    '0x2::a::B<vector>',
    '0x2::a::B<vector<>>',
    '0x2::a::B<2::sui::SUI>',
    '0x2::a::B<0x2::sui::SUI',
    '0x2::a::B<0x2::sui::SUI>>',
    '0x2::a::B<u8,>',
    '0x2::a::B<u8>,u8',
    '0x2::a::B<u8><u8>',
    'u8',
    'vector<0x2::sui::SUI>',
    nested(17),
    // Its normal form is longer than the text.
    `0x2::a::B<${Array.from({ length: 20 }, () => '0x2::sui::SUI').join()}>`,
  ])('is not %s', (text) => {
    expect(parseCoinType(text, 'coinType')).toMatchObject({ error: { field: 'coinType' } })
  })
})

test('the event of a token contains its state', () => {
  const token = sampleToken(OWNER, 1)
  const data = { tokenId: token.id, name: 'Token 1', symbol: 'T1' }
  expect(tokenEvent('token.created', token, 5, OWNER.id)).toEqual({
    type: 'token.created',
    at: 5,
    ownerId: OWNER.id,
    actorId: OWNER.id,
    dropId: null,
    tokenId: token.id,
    intentId: null,
    data: { ...data, status: 'PENDING' },
  })
  const [address, packageId, coinType] = [sampleAddress(1), sampleAddress(2), '0x2::t::T']
  const deployment = { kind: 'DEPLOYED', address, packageId, coinType, txHash: null } as const
  expect(tokenEvent('token.deployed', { ...token, deployment }, 5, null).data).toEqual({
    ...data,
    status: 'DEPLOYED',
    coinType,
    packageId,
  })
  const failed = { kind: 'FAILED', txHash: 'tx', reason: 'no' } as const
  expect(tokenEvent('token.failed', { ...token, deployment: failed }, 5, null).data).toEqual({
    ...data,
    status: 'FAILED',
    reason: 'no',
  })
})
