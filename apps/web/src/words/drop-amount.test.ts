import { expect, test } from 'vitest'
import { asWritten } from './as-written.ts'
import { amountInWords, bareAmount, decimalsOf, unitOf } from './drop-amount.ts'

const token = { symbol: 'PEP', decimals: 3 }

test('an amount of a token is shown in whole tokens', () => {
  expect(amountInWords({ type: 'TOKEN', token }, '1500')).toBe(`${asWritten('1.5')} PEP`)
})

test('NFTs are counted and named, even where their token could be divided', () => {
  const pieces = { type: 'NFT', token } as const
  expect([decimalsOf(pieces), unitOf(pieces), bareAmount(pieces, 3n)]).toEqual([0, 'PEP NFTs', '3'])
  expect(amountInWords(pieces, 3n)).toBe('3 PEP NFTs')
})

test.each(['1', 1n])('one of them is one NFT, given as %o', (one) => {
  expect(amountInWords({ type: 'NFT', token: null }, one)).toBe('1 NFT')
})

test('a token that is not known yet has no name and no decimals', () => {
  expect(amountInWords({ type: 'TOKEN', token: null }, '20')).toBe('20 tokens')
})
