import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './json.ts'

/** A name, and a way to write it with escapes. */
const writtenName = fc
  .array(
    fc.record({ unit: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), escaped: fc.boolean() }),
    {
      maxLength: 12,
    },
  )
  .map((characters) => ({
    name: characters.map(({ unit }) => unit).join(''),
    written: `"${characters.map(({ unit, escaped }) => (escaped ? escapedUnit(unit) : inString(unit))).join('')}"`,
  }))

const escapedUnit = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
const inString = (text: string) => JSON.stringify(text).slice(1, -1)

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 })
const value = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })

describe('an object whose names have escapes', () => {
  test('has these names in this order', () => {
    const fields = fc.uniqueArray(fc.tuple(writtenName, blanks, value), {
      selector: ([{ name }]) => name,
      maxLength: 6,
    })
    fc.assert(
      fc.property(fields, (list) => {
        const text = list.map(
          ([{ written }, blank, given]) => `${written}${blank}:${blank}${JSON.stringify(given)}`,
        )
        const parsed = parseJson(`[{${text.join()}}]`) as [object]
        const expected = Object.fromEntries(
          list.map(([{ name }, , given]) => [name, JSON.parse(JSON.stringify(given))]),
        )
        expect(Object.entries(parsed[0])).toEqual(Object.entries(expected))
      }),
    )
  })

  test('has none of the names that an earlier text had', () => {
    fc.assert(
      fc.property(writtenName, fc.nat(), ({ name, written }, number) => {
        const likeIt = written.slice(1, 1 + name.length)
        JSON.parse(`{"before ${number}":1,${JSON.stringify(likeIt)}:1}`)
        const parsed = parseJson(`{"before ${number}":1,${written}:1}`) as object
        expect(Object.keys(parsed)).toEqual(Object.keys({ [`before ${number}`]: 1, [name]: 1 }))
      }),
    )
  })

  test.each([
    [
      'two names that are the same',
      String.raw`{"a":1,"b":2,"\u0061":3}`,
      [
        ['a', 3],
        ['b', 2],
      ],
    ],
    [
      'a number as a name',
      String.raw`{"b":1,"\u0031":2}`,
      [
        ['1', 2],
        ['b', 1],
      ],
    ],
    ['__proto__', String.raw`{"__pro\u0074o__":{"a":1}}`, [['__proto__', { a: 1 }]]],
    [
      'a name like a placeholder',
      String.raw`{"#0#0":1,"\u0061":2}`,
      [
        ['#0#0', 1],
        ['a', 2],
      ],
    ],
    [
      'a quote and a colon in a value',
      String.raw`{"a":"\":","\\":"\\"}`,
      [
        ['a', '":'],
        ['\\', '\\'],
      ],
    ],
  ])('may have %s', (_, text, entries) => {
    expect(Object.entries(parseJson(text) as object)).toEqual(entries)
  })
})

test('a text that is not JSON is refused', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', '\\', ':', '{', '}', ' ', 'a', '1', ',') }),
      (text) => {
        const outcome = (parse: (text: string) => unknown) => {
          try {
            return { value: parse(text) }
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(outcome(parseJson)).toEqual(outcome(JSON.parse))
      },
    ),
    { numRuns: 2000 },
  )
})

test('the time to parse grows with the length alone', () => {
  const texts = [
    '\\'.repeat(200_000),
    `"${'\\"'.repeat(100_000)}`,
    `"${'\\\\'.repeat(100_000)}"`,
    `{${String.raw`"\u0061":1,`.repeat(20_000)}"b":1}`,
    `[${`"a\\n"${' '.repeat(10)}`.repeat(10_000)}`,
  ]
  for (const text of texts) {
    const began = performance.now()
    try {
      parseJson(text)
    } catch {}
    expect(performance.now() - began).toBeLessThan(1_000)
  }
})
