import { RULE_KINDS } from '@dropkit/core'
import { parseWalletList, readRule } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import {
  KINDS,
  readBalance,
  readList,
  readOwnership,
  sentenceOf,
  writeBalance,
  writeList,
  writeOwnership,
} from './rule-kinds.ts'
import { changedRule, lineNumbers, type Rule, readWalletLines, ruleErrors, sentRules } from './rules.ts'

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

test('every built-in kind is offered', () => {
  expect(KINDS.map(({ key }) => key).sort()).toEqual(RULE_KINDS.map(({ key }) => key).sort())
})

test.each(KINDS)('every operator offered for $key is one that the service takes', ({ key, operators }) => {
  for (const operator of operators) {
    const rule = { key, operator, value: filled[key] ?? '', description: null }
    expect(readRule(rule, 'rule').ok, operator).toBe(true)
    expect(ruleErrors([rule])).toEqual({})
  }
})

test('values that the service refuses are detected before', () => {
  const key = fc.constantFrom(...KINDS.map((kind) => kind.key), 'TOKEN-BALANCE')
  const operator = fc.constantFrom('>=', 'gte', '==', 'in', 'not_in', 'not in', 'like')
  const value = fc.oneof(fc.constantFrom(...Object.values(filled)), fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(key, operator, value, (...[key, operator, value]) => {
      const rule: Rule = { key, operator, value, description: null }
      if (!readRule(rule, 'rule').ok) expect(ruleErrors([rule])).not.toEqual({})
    }),
  )
})

test('a rule of a kind that only the server knows is left to the server', () => {
  expect(ruleErrors([{ key: 'horoscope', operator: '==', value: 'leo', description: null }])).toEqual({})
})

const surroundings = {
  token: { symbol: 'LEAF', decimals: 3 },
  coins: [{ coinType: '0x2::sui::SUI', symbol: 'SUI', decimals: 9 }],
}
const sentence = (key: string, operator: string, value: string) =>
  sentenceOf({ key, operator, value, description: null }, surroundings)

test.each([
  ['token_balance', '>=', '12500', `Holds at least ${asWritten('12.5')} LEAF`],
  ['TOKEN_BALANCE', 'gt', '0x2::sui::SUI:2000000000', 'Holds more than 2 SUI'],
  ['token_balance', '>=', '0x5::x::GOLD:1000', `Holds at least ${asWritten('1000')} base units of GOLD`],
  ['token_balance', '>=', '', 'Holds tokens'],
  ['nft_ownership', '>=', '0x5::punks::Punk', 'Owns at least 1 of Punk'],
  ['wallet_allowlist', 'not in', '0x1', 'Is not on the list'],
  ['claimed_drop', '!=', 'drop_1', 'Has not claimed from the drop drop_1'],
  ['claim_count', '<=', '0', 'Has at most 0 confirmed claims here'],
  ['account_age_days', '>=', '30', 'Has been here for at least 30 days'],
  ['horoscope', 'is', 'fine', 'horoscope is fine'],
])('%s %s %s: %s', (key, operator, value, expected) => {
  expect(sentence(key, operator, value)).toBe(expected)
})

test('a rule about another drop names it by its title', () => {
  const drops = new Map([['drop_1', 'Market day']])
  const claimed = { key: 'claimed_drop', operator: '==', value: 'drop_1', description: null }
  expect(sentenceOf(claimed, { ...surroundings, drops })).toBe('Has claimed from “Market day”')
})

const rule = { key: 'claim_count', operator: '<=', value: '0', description: null }

test('a rule without a description is sent without one, because its words depend on language and time', () => {
  for (const description of [null, '']) expect(sentRules([{ ...rule, description }])).toEqual([rule])
})

test('a description that the user typed stays when the rule changes', () => {
  const typed = changedRule(rule, { description: 'Newcomers only' })
  const changed = changedRule(typed, { value: '1' })
  expect(sentRules([changed])).toEqual([{ ...rule, value: '1', description: 'Newcomers only' }])
})

test.each([{ key: 'claimed_drop' }, { operator: '==' }, { value: '10' }])(
  'a stored description goes when the rule gets %o, because it may describe the old one',
  (part) => {
    const stored = { ...rule, description: 'Hat höchstens 0 bestätigte Claims hier' }
    expect(sentRules([changedRule(stored, part)])).toEqual([{ ...rule, ...part, description: null }])
  },
)

const FIRST = `0x${'1'.padStart(64, '0')}`
const SECOND = `0x${'ab'.padStart(64, '0')}`

test('addresses are normalized and deduplicated, and skipped lines are named', () => {
  expect(readWalletLines('address,name\n0x1,Ann\n"0xAB";Bob\n\n0x01\nnobody\n')).toEqual({
    addresses: [FIRST, SECOND],
    duplicates: [5],
    errors: [{ line: 6, text: 'nobody' }],
  })
})

test('a long line that is no address is named by its beginning', () => {
  expect(readWalletLines('x'.repeat(50)).errors).toEqual([{ line: 1, text: 'x'.repeat(40) }])
})

test('a heading is allowed in the first line only', () => {
  expect(readWalletLines('0x1\nwallet').errors).toEqual([{ line: 2, text: 'wallet' }])
})

test('the result equals the service’s result for the same list', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'address', '0x1', '0X2', '0xAb', 'x', '"0x3"', ' 0x4 '),
    fc.stringMatching(/^0x[0-9a-fA-F]{1,64}$/),
    fc.string({ maxLength: 8 }),
  )
  const line = fc.tuple(cell, fc.constantFrom('', ',x', ';y', '\tz')).map((parts) => parts.join(''))
  const text = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\ufeff'))
    .map(([lines, end, mark]) => mark + lines.join(end))
  fc.assert(
    fc.property(text, (list) => {
      const here = readWalletLines(list)
      const there = parseWalletList(list)
      expect(here.errors.length === 0).toBe(there.ok)
      if (there.ok) expect(here.addresses).toEqual(there.value)
    }),
  )
})

test('a limited number of lines is named', () => {
  expect(lineNumbers([2, 5])).toBe('2, 5')
  expect(lineNumbers([1, 2, 3, 4], 2)).toBe('1, 2 and 2 more')
})
