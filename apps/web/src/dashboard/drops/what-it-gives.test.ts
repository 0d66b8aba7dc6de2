import { expect, test } from 'vitest'
import { amountOf, whatAClaimGets } from './what-it-gives.ts'

const pepper = { type: 'TOKEN', token: { symbol: 'PEPPER', decimals: 2 } } as const

test('an amount of a token is told in whole tokens', () => {
  expect(amountOf(pepper, '150')).toBe('1.5 PEPPER')
})

test('NFTs are counted in pieces, one of them as one', () => {
  const pieces = { type: 'NFT', token: { symbol: 'PEPPER', decimals: 2 } } as const
  expect([amountOf(pieces, '1'), amountOf(pieces, '150')]).toEqual(['1 piece', '150 pieces'])
})

test('a claim gets what the drop fixes, draws, or leaves to the claimer', () => {
  const words = ['150', '0', null].map((tokenAmount) => whatAClaimGets({ ...pepper, tokenAmount }))
  expect(words).toEqual(['1.5 PEPPER each', 'A random share each', 'Claimers name the amount'])
})
