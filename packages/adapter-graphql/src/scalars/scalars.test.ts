import fc from 'fast-check'
import { parseValue } from 'graphql'
import { describe, expect, test } from 'vitest'
import { BigIntScalar, DateTimeScalar, JsonScalar, readDateTime } from './scalars.ts'

const FIRST = Date.parse('1000-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const instant = fc.integer({ min: FIRST, max: LAST })

describe('BigInt', () => {
  test('every number is read back with the same digits, as text and as literal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        const written = BigIntScalar.serialize(value)
        expect(written).toBe(String(value))
        expect(BigIntScalar.parseValue(written)).toBe(written)
        expect(BigIntScalar.parseLiteral(parseValue(written))).toBe(written)
        expect(BigIntScalar.parseLiteral(parseValue(`"${written}"`))).toBe(written)
      }),
    )
  })

  test('a number is read exactly or not at all', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        if (Number.isSafeInteger(value)) expect(BigIntScalar.parseValue(value)).toBe(String(value))
        else expect(() => BigIntScalar.parseValue(value)).toThrow('whole number')
      }),
    )
  })

  test.each([null, true, {}, [], undefined])('%o is none', (value) => {
    expect(() => BigIntScalar.parseValue(value)).toThrow('whole number')
  })
})

describe('DateTime', () => {
  test('every time is read back as the same instant', () => {
    fc.assert(
      fc.property(instant, (value) => {
        expect(DateTimeScalar.parseValue(DateTimeScalar.serialize(value))).toBe(value)
      }),
    )
  })

  test('a moment is the same in every offset', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(
        fc.integer({ min: FIRST + 86_400_000, max: LAST - 86_400_000 }),
        offset,
        (value, minutes) => {
          const local = new Date(value + minutes * 60_000).toISOString().slice(0, -1)
          const sign = minutes < 0 ? '-' : '+'
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
          const two = (number: number) => String(number).padStart(2, '0')
          expect(readDateTime(`${local}${sign}${two(hours)}:${two(rest)}`)).toBe(value)
        },
      ),
    )
  })

  test('only days that exist are read', () => {
    const part = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), part(13), part(32), (year, month, day) => {
        const two = (number: number) => String(number).padStart(2, '0')
        const date = `${year}-${two(month)}-${two(day)}`
        const made = new Date(Date.UTC(year, month - 1, day))
        const exists = made.getUTCMonth() === month - 1 && made.getUTCDate() === day
        expect(readDateTime(`${date}T00:00:00Z`)).toBe(exists ? made.getTime() : undefined)
      }),
    )
  })

  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.5+00:30', '2026-01-31T11:30:00.500Z'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00', '2026-01-31T12:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (text, moment) => {
    expect(DateTimeScalar.serialize(DateTimeScalar.parseValue(text))).toBe(moment)
  })

  test.each([
    '',
    'now',
    '2026-01-31',
    '2026-02-29T00:00:00Z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00:00+24:00',
    '+012026-01-31T12:00:00Z',
    '0026-01-31T12:00:00Z',
    // In UTC they have years that the API could write but not read: 10000 and 0999.
    '9999-12-31T23:59:59-12:00',
    '1000-01-01T00:00:00+14:00',
    ' 2026-01-31T12:00:00Z',
    1_767_323_045_678,
    null,
  ])('does not read %o', (value) => {
    expect(() => DateTimeScalar.parseValue(value)).toThrow('ISO 8601')
  })
})

describe('JSON', () => {
  test('a value is the same whether it is sent as a variable or written into the query', () => {
    const key = fc.stringMatching(/^[_a-zA-Z][_a-zA-Z0-9]{0,8}$/)
    const leaf = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
      fc.string({ unit: 'grapheme' }),
    )
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(key, tie('json'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(json, (value) => {
        expect(JsonScalar.parseLiteral(parseValue(asLiteral(value)))).toEqual(JsonScalar.parseValue(value))
      }),
    )
  })

  test('a field named __proto__ is a field like any other', () => {
    const read = JsonScalar.parseLiteral(parseValue('{ __proto__: { admin: true } }'))
    expect(Object.hasOwn(read as object, '__proto__')).toBe(true)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test.each(['WORD', '1e999'])('%s is none', (literal) => {
    expect(() => JsonScalar.parseLiteral(parseValue(literal))).toThrow()
  })
})

/** A JSON value as a GraphQL literal, whose field names have no quotes. */
function asLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}: ${asLiteral(member)}`)
    .join(', ')}}`
}
