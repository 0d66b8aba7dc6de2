import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutLongStrings } from './long-strings.ts'

const MANY = 400_000

async function read(text: string | Buffer): Promise<{ readonly value: unknown; readonly rest: string }> {
  const cut = await cutLongStrings(Buffer.from(text), MANY)
  if (!cut) throw new Error('too many strings')
  return { value: cut.restore(JSON.parse(cut.text)), rest: cut.text }
}

/** Parts of a JSON string, each of which is a character or an escape sequence. */
const part = fc.constantFrom('a', 'é', '€', '😀', '\\n', '\\\\', '\\"', '\\u00e9', '\\ud83d', '\\ude00', '/')
/** Long enough for several pieces, which end at any place of a part. */
const longString = fc
  .tuple(fc.nat({ max: 200_000 }), fc.array(part, { minLength: 1, maxLength: 7 }), fc.nat({ max: 40_000 }))
  .map(([before, parts, times]) => `"${'A'.repeat(before)}${parts.join('').repeat(times)}"`)

describe('a body with long strings', () => {
  test('has the same value as if it was parsed as a whole', async () => {
    const property = fc.asyncProperty(
      fc.array(longString, { minLength: 1, maxLength: 3 }),
      async (strings) => {
        const [first] = strings
        const text = `{ "variables" : {"list":[${strings.join(' , ')}, 1, null, {"file":${first}}]}, ${first} : true }`
        expect((await read(text)).value).toEqual(JSON.parse(text))
      },
    )
    await fc.assert(property, { numRuns: 40 })
    const alone = JSON.stringify('A'.repeat(100_000))
    expect((await read(alone)).value).toBe(JSON.parse(alone))
  })

  test('is read without them', async () => {
    const text = JSON.stringify({ query: '{ me { id } }', variables: { file: 'A'.repeat(1_000_000) } })
    expect((await read(text)).rest.length).toBeLessThan(200)
  })

  test('has the same value if its bytes are not UTF-8', async () => {
    const part = fc.oneof(
      fc.constantFrom(0x41, 0x80, 0xc3, 0xe2, 0xf1, 0xff).map((byte) => Buffer.of(byte)),
      fc.constantFrom('\\n', '\\u00e9', '\\\\', '\x80\x80\x80').map((text) => Buffer.from(text, 'latin1')),
    )
    const property = fc.asyncProperty(
      fc.nat({ max: 8 }),
      fc.array(part, { minLength: 1, maxLength: 7 }),
      async (before, parts) => {
        const some = Buffer.concat(parts)
        const many = Buffer.alloc(some.length * Math.ceil(150_000 / some.length), some)
        const text = Buffer.concat([Buffer.from(`"${'A'.repeat(before)}`), many, Buffer.from('"')])
        expect((await read(text)).value === JSON.parse(text.toString())).toBe(true)
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  test.each([
    ['a line break', `"${'A'.repeat(200_000)}\n"`],
    ['an unknown escape sequence', `"${'A'.repeat(200_000)}\\x"`],
    ['no end', `"${'A'.repeat(200_000)}`],
    ['an escaped quote at its end', `"${'A'.repeat(200_000)}\\"`],
  ])('is refused if a string has %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(SyntaxError)
  })

  test.each(['"",'.repeat(600), `"${'\\"'.repeat(1_200)}"`])(
    'is not read if it has too many quotes',
    async (text) => {
      expect(await cutLongStrings(Buffer.from(text), 1_000)).toBeUndefined()
      expect(await cutLongStrings(Buffer.from(text), 2_000)).toBeDefined()
    },
  )
})
