import { readRule } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KINDS } from './rule-kinds.ts'
import {
  readBalance,
  readList,
  readOwnership,
  writeBalance,
  writeList,
  writeOwnership,
} from './rule-values.ts'
import { faultsOfRules, type Rule } from './rules.ts'

const coinTypes = fc.stringMatching(/^0x[0-9a-f]{1,64}::[a-z]{1,8}::[A-Z]{1,8}$/)
const numbers = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String)

test('the parts of a balance are read back as they were written', () => {
  fc.assert(
    fc.property(fc.option(coinTypes), fc.oneof(numbers, fc.constant('')), (coinType, amount) => {
      expect(readBalance(writeBalance({ coinType, amount }))).toEqual({ coinType, amount })
    }),
  )
})

test('the parts of an ownership are read back as they were written', () => {
  fc.assert(
    fc.property(fc.oneof(coinTypes, fc.constant('')), fc.oneof(numbers, fc.constant('')), (type, count) => {
      expect(readOwnership(writeOwnership({ type, count }))).toEqual({ type, count })
    }),
  )
})

test('a list is its addresses, or the file that holds them', () => {
  expect(readList(' 0x1, 0x2 ,')).toEqual({ kind: 'inline', addresses: ['0x1', '0x2'] })
  expect(readList('file: /files/x')).toEqual({ kind: 'file', url: '/files/x' })
  expect(writeList({ kind: 'inline', addresses: ['0x1', '0x2'] })).toBe('0x1,0x2')
})

const filled: Readonly<Record<string, string>> = {
  wallet_allowlist: '0x1',
  token_balance: '1000',
  nft_ownership: '0x5::punks::Punk:2',
  claimed_drop: `drop_${'1'.repeat(32)}`,
  claim_count: '3',
  account_age_days: '30',
}

test.each(KINDS)('every operator offered for $key is one that the service takes', ({ key, operators }) => {
  for (const operator of operators) {
    const rule = { key, operator, value: filled[key] ?? '', description: null }
    expect(readRule(rule, 'rule').ok, operator).toBe(true)
    expect(faultsOfRules([rule])).toEqual({})
  }
})

test('values that the service refuses are detected before', () => {
  const key = fc.constantFrom(...KINDS.map((kind) => kind.key), 'TOKEN-BALANCE')
  const operator = fc.constantFrom('>=', 'gte', '==', 'in', 'not_in', 'not in', 'like')
  const value = fc.oneof(fc.constantFrom(...Object.values(filled)), fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(key, operator, value, (...[key, operator, value]) => {
      const rule: Rule = { key, operator, value, description: null }
      if (!readRule(rule, 'rule').ok) expect(faultsOfRules([rule])).not.toEqual({})
    }),
  )
})

test('a rule of a kind that only the server knows is left to the server', () => {
  expect(faultsOfRules([{ key: 'horoscope', operator: '==', value: 'leo', description: null }])).toEqual({})
})
