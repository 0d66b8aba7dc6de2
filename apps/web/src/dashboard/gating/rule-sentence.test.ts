import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { describedRules, ownDescription, sentenceOf } from './rule-sentence.ts'

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

test('a rule of an unknown kind is sent with its own text', () => {
  const [described] = describedRules([rule], surroundings)
  expect(described).toEqual({ ...rule, description: 'Has at most 0 confirmed claims here' })
  expect(described && ownDescription(described, surroundings)).toBeNull()
})

test('the description of its author stays', () => {
  const written = { ...rule, description: 'Newcomers only' }
  expect(describedRules([written], surroundings)).toEqual([written])
  expect(ownDescription(written, surroundings)).toBe('Newcomers only')
})
