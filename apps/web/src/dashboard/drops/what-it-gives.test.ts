import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { whatAClaimGets } from './what-it-gives.ts'

const pepper = { type: 'TOKEN', token: { symbol: 'PEPPER', decimals: 2 } } as const

test('a claim gets what the drop fixes, draws, or leaves to the claimer', () => {
  const words = ['150', '0', null].map((tokenAmount) => whatAClaimGets({ ...pepper, tokenAmount }))
  expect(words).toEqual([
    `${asWritten('1.5')} PEPPER each`,
    'A random share each',
    'Claimers choose the amount',
  ])
})
