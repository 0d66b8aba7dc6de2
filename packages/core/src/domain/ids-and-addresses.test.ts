import { anyAddressText, anyBadAddressText, sha256 } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { hexHashOf, hexOfBytes, utf8, utf8LengthOf } from './encodings.ts'
import { claimIdOf, eventIdOf, idOf, readClaimId, readEventId, readId } from './ids.ts'

const PART = '0123456789abcdef'.repeat(2)

describe('an id', () => {
  test('is its kind and 32 hex digits, and is read back as that kind alone', () => {
    const id = idOf('drop', PART)
    expect(id).toBe(`drop_${PART}`)
    expect(readId('drop', id)).toBe(id)
    expect(readId('token', id)).toBeUndefined()
  })

  test.each([PART.slice(1), `${PART}0`, PART.toUpperCase(), `${PART.slice(1)}g`, ''])(
    'is not made of %j, and not read either',
    (part) => {
      expect(() => idOf('drop', part)).toThrow('invariant broken')
      expect(readId('drop', `drop_${part}`)).toBeUndefined()
    },
  )
})

describe('the id of a claim', () => {
  const dropId = idOf('drop', PART)

  test('says which of its drop’s claims it is', () => {
    const id = claimIdOf(dropId, 20)
    expect(id).toBe(`claim_${PART}_20`)
    expect(readClaimId(id)).toEqual({ dropId, sequence: 20 })
    expect(readClaimId(`claim_${PART}_${'9'.repeat(15)}`)).toMatchObject({ sequence: 999_999_999_999_999 })
  })

  test.each(['0', '01', '-1', '', 'x', '1x', '9'.repeat(16)])('has no sequence %j', (sequence) => {
    expect(readClaimId(`claim_${PART}_${sequence}`)).toBeUndefined()
  })

  test('has nothing before it and a whole drop in it', () => {
    expect(readClaimId(` claim_${PART}_1`)).toBeUndefined()
    expect(readClaimId(`claim_${PART.slice(1)}_1`)).toBeUndefined()
    expect(readClaimId(dropId)).toBeUndefined()
  })
})

describe('the id of an event', () => {
  test('is its place in the log', () => {
    expect(eventIdOf(12)).toBe('event_12')
    expect(readEventId('event_12')).toBe(12)
    expect(readEventId('event_100000000000000')).toBe(100_000_000_000_000)
    expect(readEventId(eventIdOf(0))).toBe(0)
  })

  test.each(['event_', 'event_00', 'event_01', 'event_1x', 'an event_1', `event_${'1'.repeat(16)}`, '1'])(
    'is not %j',
    (text) => {
      expect(readEventId(text)).toBeUndefined()
    },
  )
})

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

test('the length of a text in UTF-8 is the number of its bytes, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\udfff', 'é', '💥')),
      }),
      (text) => {
        expect(utf8LengthOf(text)).toBe(utf8(text).length)
      },
    ),
  )
})

test('a pair that two pieces of a long text would share is counted once', () => {
  expect(utf8LengthOf('é💥x'.repeat(1_000))).toBe(7_000)
  for (const start of ['', 'x'])
    expect(utf8LengthOf(start + '💥'.repeat(30_000))).toBe(start.length + 120_000)
})

test.each([
  ['an empty text', ''],
  ['a short text', 'é💥'],
  ['a long text', 'é💥x'.repeat(10_000)],
])('the hash of %s is that of its bytes in UTF-8', (_what, text) => {
  expect(hexHashOf(text, sha256)).toBe(hexOfBytes(sha256(utf8(text))))
})
