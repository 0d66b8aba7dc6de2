import { parseWalletList } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineNumbers, readWalletLines } from './wallet-lines.ts'

const FIRST = `0x${'1'.padStart(64, '0')}`
const SECOND = `0x${'ab'.padStart(64, '0')}`

test('addresses are normalized and deduplicated, and skipped lines are named', () => {
  expect(readWalletLines('address,name\n0x1,Ann\n"0xAB";Bob\n\n0x01\nnobody\n')).toEqual({
    addresses: [FIRST, SECOND],
    duplicates: [5],
    faults: [{ line: 6, text: 'nobody' }],
  })
})

test('a heading is allowed in the first line only', () => {
  expect(readWalletLines('0x1\nwallet').faults).toEqual([{ line: 2, text: 'wallet' }])
})

test('the result equals the service’s result for the same list', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'address', '0x1', '0X2', '0xAb', 'x', '"0x3"', ' 0x4 '),
    fc.stringMatching(/^0x[0-9a-fA-F]{1,64}$/),
    fc.string({ maxLength: 8 }),
  )
  const line = fc.tuple(cell, fc.constantFrom('', ',x', ';y', '\tz')).map((parts) => parts.join(''))
  const text = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\ufeff'))
    .map(([lines, end, mark]) => mark + lines.join(end))
  fc.assert(
    fc.property(text, (list) => {
      const here = readWalletLines(list)
      const there = parseWalletList(list)
      expect(here.faults.length === 0).toBe(there.ok)
      if (there.ok) expect(here.addresses).toEqual(there.value)
    }),
  )
})

test('a limited number of lines is named', () => {
  expect(lineNumbers([2, 5])).toBe('2, 5')
  expect(lineNumbers([1, 2, 3, 4], 2)).toBe('1, 2 and 2 more')
})
