import { expect, test } from 'vitest'
import { shortCoinType } from './short-address.ts'

test('the short name of a coin type tells it from coins of the same name in other packages', () => {
  const coinOf = (digit: string) => shortCoinType(`0x${digit.repeat(64)}::sui::SUI`)
  expect(coinOf('b')).toBe('0xbbbb…bbbb::sui::SUI')
  expect(coinOf('c')).not.toBe(coinOf('b'))
})
