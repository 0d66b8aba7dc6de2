import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8, utf8LengthOf } from './encodings.ts'

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
