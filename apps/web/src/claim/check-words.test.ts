import { expect, test } from 'vitest'
import type { RuleCheckFragment } from '../api/generated/operations.ts'
import { asWritten } from '../words/as-written.ts'
import { checkWords } from './check-words.ts'

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
