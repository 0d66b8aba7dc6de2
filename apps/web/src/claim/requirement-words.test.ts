import { expect, test } from 'vitest'
import { sentRules } from '../dashboard/gating/rules.ts'
import { asWritten } from '../words/as-written.ts'
import { requirementsOf } from './requirement-words.ts'

const token = { id: 'token_1', name: 'Leaf coin', symbol: 'LEAF', decimals: 2, imageUrl: null }
const requirement = (value: string, { key = 'token_balance', description = null as string | null } = {}) => {
  const rules = sentRules([{ key, operator: key === 'claimed_drop' ? '==' : '>=', value, description }])
  return requirementsOf({ token, gatingConfig: { id: 'gating_1', isActive: true, rules } })[0]
}

test('claimers read the rule itself if its author has not described it', () => {
  expect(requirement('500')).toMatchObject({ words: 'Holds at least 5 LEAF', named: null })
  expect(requirement('1250')?.words).toBe(`Holds at least ${asWritten('12.5')} LEAF`)
  expect(requirement('0x2::sui::SUI:2000000000')).toMatchObject({
    words: 'Holds at least 2 SUI',
    named: null,
  })
})

test('claimers read the words of its author', () => {
  const described = { words: 'Friends of gold', named: null }
  expect(requirement('0x5::gold::GOLD:5', { description: 'Friends of gold' })).toMatchObject(described)
})

test('other coins and other drops are read to describe a rule', () => {
  expect(requirement('0x5::gold::GOLD:5')?.named).toMatchObject({ value: '0x5::gold::GOLD:5' })
  expect(requirement('drop_1', { key: 'claimed_drop' })?.named).toMatchObject({ value: 'drop_1' })
  const described = requirement('drop_1', { key: 'claimed_drop', description: 'Regulars' })
  expect(described).toMatchObject({ words: 'Regulars', named: { value: 'drop_1' } })
})
