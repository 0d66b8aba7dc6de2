import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { byteRangeOf, pieceOf } from './file-routes.ts'

it.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=3-5', { from: 3, to: 5 }],
  ['bytes=3-500', { from: 3, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-300', { from: 0, to: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-3', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=a-b', 'all'],
  ['', 'all'],
] as const)('reads %j of ten bytes as %j', (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected)
})

it('has no part of nothing', () => {
  expect(byteRangeOf('bytes=0-', 0)).toBe('none')
  expect(byteRangeOf('bytes=-1', 0)).toBe('none')
})

it('cuts the same part out of a stream as out of the whole, however the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 }),
      fc.nat(100),
      fc.nat(100),
      async (pieces, from, length) => {
        let read = 0
        async function* stream() {
          for (const piece of pieces) {
            read += piece.length
            yield piece
          }
        }
        const got: Uint8Array[] = []
        for await (const piece of pieceOf(stream(), from, from + length)) got.push(piece)
        const whole = Buffer.concat(pieces)
        expect(Buffer.concat(got).equals(whole.subarray(from, from + length + 1))).toBe(true)
        // The stream is read only up to the piece that contains the end of the range.
        expect(read).toBeLessThanOrEqual(Math.max(0, from + length) + 21)
      },
    ),
  )
})
