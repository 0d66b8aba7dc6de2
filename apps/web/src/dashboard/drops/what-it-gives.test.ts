import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { whatAClaimGets } from './what-it-gives.ts'

const pepper = { type: 'TOKEN', token: { symbol: 'PEPPER', decimals: 2 } } as const

test('a claim gets a fixed, a drawn or a chosen amount', () => {
  const words = ['150', '0', null].map((tokenAmount) => whatAClaimGets({ ...pepper, tokenAmount }))
  expect(words).toEqual([
    `${asWritten('1.5')} PEPPER each`,
    'A random share each',
    'Claimers choose the amount',
  ])
})
