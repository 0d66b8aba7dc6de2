import { expect, test } from 'vitest'
import { sentRules } from '../dashboard/gating/rules.ts'
import { requirementsOf } from './requirement-words.ts'

const GOLD = { coinType: '0x5::gold::GOLD', symbol: 'GOLD', decimals: 3 }
const token = { id: 'token_1', name: 'Leaf coin', symbol: 'LEAF', decimals: 2, imageUrl: null }
const words = (value: string, description: string | null = null) => {
  const rules = sentRules([{ key: 'token_balance', operator: '>=', value, description }])
  return requirementsOf({ token, gatingConfig: { id: 'gating_1', isActive: true, rules } }, [GOLD])[0]?.words
}

test('claimers read the rule itself if its author has not described it', () => {
  expect(words(`${GOLD.coinType}:5000`)).toBe('Holds at least 5 GOLD')
  expect(words(`${GOLD.coinType}:10000`)).toBe('Holds at least 10 GOLD')
  expect(words('1250')).toBe('Holds at least 12.5 LEAF')
})

test('claimers read the words of its author', () => {
  expect(words('500', 'Friends of the leaf')).toBe('Friends of the leaf')
})
