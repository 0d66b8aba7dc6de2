import { expect, test } from 'vitest'
import type { RuleCheckFragment } from '../api/generated/operations.ts'
import { sentRules } from '../dashboard/gating/rules.ts'
import { asWritten } from '../words/as-written.ts'
import { checkWords, requirementsOf } from './requirement-words.ts'

const drop = { type: 'TOKEN', token: { symbol: 'LEAF', decimals: 2 } } as const

const check = (needed: string, source: string, value: string | null, subject = ''): RuleCheckFragment => ({
  result: 'FAIL',
  needed,
  rule: { key: 'a_rule', operator: '', value: '', description: null },
  facts: [{ source, subject, value, observedAt: value === null ? null : '2026-03-10T12:00:00Z' }],
})

test.each([
  [
    'a balance of the drop’s token',
    check('>= 1000', 'balance', '250'),
    `${asWritten('2.5')} LEAF`,
    'at least 10 LEAF',
  ],
  [
    'a balance of SUI',
    check('> 1000000000', 'balance', '0', `0x${'2'.padStart(64, '0')}::sui::SUI`),
    '0 SUI',
    'more than 1 SUI',
  ],
  [
    'a balance of an unknown coin',
    check('< 5', 'balance', '7', '0x3::own::OWN'),
    '7 base units of OWN',
    'less than 5 base units of OWN',
  ],
  ['a list', check('== 1', 'listed', '0'), 'no', 'yes'],
  ['a list of those who are not let in', check('== 0', 'listed', '1'), 'yes', 'no'],
  ['a claim on another drop', check('>= 1', 'claims_on_drop', '0', 'drop_1'), 'no', 'yes'],
  ['any claim on another drop', check('!= 0', 'claims_on_drop', '0', 'drop_1'), 'no', 'yes'],
  ['an age', check('>= 30', 'account_age_days', '1'), '1 day', 'at least 30 days'],
  ['a count', check('<= 0', 'confirmed_claims', '2'), '2', 'at most 0'],
  ['what could not be read', check('== 3', 'owned_objects', null), 'not known', 'exactly 3'],
  ['a rule of an embedder', check('any of three', 'own:circle', '4'), '4', 'any of three'],
])('%s is shown with the requirement', (_what, one, seen, needed) => {
  expect(checkWords(one, drop)).toMatchObject({ seen, needed })
})

test('a rule with several facts has no sentence', () => {
  const { facts, ...rest } = check('>= 1', 'balance', '1')
  expect(checkWords({ ...rest, facts: [...facts, ...facts] }, drop)).toBeNull()
})

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

test.each([
  ['in', 'Is on the creator’s list'],
  ['not_in', 'Is not on the creator’s list'],
])('claimers do not read of a list of wallets as their own: %s', (operator, words) => {
  const rules = [{ key: 'wallet_allowlist', operator, value: '0x1', description: null }]
  expect(requirementsOf({ token, gatingConfig: { id: 'gating_1', isActive: true, rules } })).toMatchObject([
    { words },
  ])
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
