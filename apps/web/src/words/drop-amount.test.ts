import { expect, test } from 'vitest'
import { amountInWords, bareAmount, decimalsOf, unitOf } from './drop-amount.ts'

const token = { symbol: 'PEP', decimals: 3 }

test('an amount of a token is told in whole tokens', () => {
  expect(amountInWords({ type: 'TOKEN', token }, '1500')).toBe('1.5 PEP')
})

test('NFTs are counted in pieces, even where their token could be divided', () => {
  const pieces = { type: 'NFT', token } as const
  expect([decimalsOf(pieces), unitOf(pieces), bareAmount(pieces, 3n)]).toEqual([0, 'pieces', '3'])
  expect(amountInWords(pieces, 3n)).toBe('3 pieces')
})

test.each(['1', 1n])('one of them is one piece, given as %o', (one) => {
  expect(amountInWords({ type: 'NFT', token: null }, one)).toBe('1 piece')
})

test('a token that is not known yet has no name and no decimals', () => {
  expect(amountInWords({ type: 'TOKEN', token: null }, '20')).toBe('20 tokens')
})
