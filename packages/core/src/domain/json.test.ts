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

test('V8 misreads a name that has escapes, which is why this exists', () => {
  JSON.parse(String.raw`{"misread":1,"gr\\u0":1}`)
  expect(Object.keys(JSON.parse(String.raw`{"misread":1,"gr\u00f6\u00dfe":1}`))).toEqual([
    'misread',
    String.raw`gr\u0`,
  ])
})

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

  test('has the last value of each name', () => {
    const names = fc.constantFrom(
      '"a"',
      String.raw`"\u0061"`,
      '"b"',
      String.raw`"\n"`,
      String.raw`"\u000a"`,
      '"1"',
      String.raw`"\u0031"`,
    )
    fc.assert(
      fc.property(fc.array(names), (written) => {
        const fields = written.map((name, value) => [JSON.parse(name), value] as const)
        const parsed = parseJson(`{${written.map((name, value) => `${name}:${value}`).join()}}`) as object
        expect(Object.entries(parsed)).toEqual(Object.entries(Object.fromEntries(fields)))
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
            return (error as Error).message
          }
        }
        expect(outcome(parseJson)).toEqual(outcome(JSON.parse))
      },
    ),
    { numRuns: 2000 },
  )
})

describe('the time to parse grows with the length alone', () => {
  test.each<[string, (count: number) => string]>([
    ['backslashes', (count) => '\\'.repeat(count)],
    ['escaped quotes', (count) => `"${'\\"'.repeat(count)}`],
    ['escaped backslashes', (count) => `"${'\\\\'.repeat(count)}"`],
    ['names with escapes', (count) => `{${String.raw`"\u0061":1,`.repeat(count)}"b":1}`],
    ['values with escapes', (count) => `["${String.raw`\n","`.repeat(count)}"]`],
  ])('of %s', (_, textOf) => {
    const cpuMsOf = (text: string) => {
      const times = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage()
        try {
          parseJson(text)
        } catch {}
        return process.cpuUsage(before).user / 1_000
      })
      return Math.min(...times)
    }
    const short = cpuMsOf(textOf(20_000))
    // With the square of the length, it would be 64 times as much.
    expect(cpuMsOf(textOf(160_000))).toBeLessThan(30 * Math.max(short, 1))
  })
})
