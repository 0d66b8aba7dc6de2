import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { readPrice } from './read-numbers.ts'

const SUI = { code: 'SUI', decimals: 9 }

test('a price is read to the smallest unit of its currency', () => {
  expect(readPrice(asWritten('1.5'), SUI)).toEqual({ number: 1.5, atomic: 1_500_000_000n })
  expect(readPrice(asWritten('0.000000001'), SUI)).toEqual({ number: 1e-9, atomic: 1n })
})

test.each(['', '0', '0.000', 'much', '-1', asWritten('1.2345678901')])('%j is no price', (typed) => {
  expect(readPrice(typed, SUI)).toBeUndefined()
})

test('a price that a number cannot hold exactly is none', () => {
  expect(readPrice(asWritten('9007199254.740993123'), SUI)).toBeUndefined()
})
