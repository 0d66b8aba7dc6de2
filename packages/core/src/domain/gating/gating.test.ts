import { describe, expect, test } from 'vitest'
import type { FactRequest, RuleVerdict } from './rule-kind.ts'
import { RULE_KINDS, readRule } from './rule-kinds.ts'
import { GATING_TEMPLATES } from './templates.ts'

const wallet = `0x${'ab'.padStart(64, '0')}`
const other = `0x${'cd'.padStart(64, '0')}`
const list = `/files/file_${'a'.repeat(32)}/list.csv`
const member = `0x${'2'.padStart(64, '0')}::club::Member`

interface Known {
  readonly [source: string]: bigint | undefined
}

function judge(
  key: string,
  operator: string,
  value: string,
  known: Known = {},
  coinType: string | null = 'own',
) {
  const read = readRule({ key, operator, value }, 'rules[0]')
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const facts = ({ source, subject }: FactRequest) => known[`${source} ${subject}`.trim()]
  return read.value.judge(wallet, facts, {} as never, coinType)
}

describe('a gating rule', () => {
  test.each<[string, string, string, Known, RuleVerdict]>([
    ['token_balance', '>=', '1000', { 'balance own': 1000n }, 'pass'],
    ['token_balance', '>', '1000', { 'balance own': 1000n }, 'fail'],
    ['token_balance', '>=', '1000', {}, 'unknown'],
    ['TOKEN_BALANCE', 'gte', `${member}:5`, { [`balance ${member}`]: 5n }, 'pass'],
    ['tokenBalance', 'lt', `0x2::club::Member:5`, { [`balance ${member}`]: 5n }, 'fail'],
    ['nft_ownership', '>=', member, { [`owned_objects ${member}`]: 1n }, 'pass'],
    ['nft_ownership', '==', member, { [`owned_objects ${member}`]: 3n }, 'pass'],
    ['nft_ownership', '!=', member, { [`owned_objects ${member}`]: 3n }, 'fail'],
    ['nft-ownership', '>=', `${member}:2`, { [`owned_objects ${member}`]: 1n }, 'fail'],
    ['wallet_allowlist', 'in', `${other}, 0xAB`, {}, 'pass'],
    ['wallet_allowlist', 'not_in', '0xab', {}, 'fail'],
    ['wallet_allowlist', 'in', '', {}, 'fail'],
    ['wallet_allowlist', 'notIn', '', {}, 'pass'],
    ['wallet_allowlist', 'in', `file:${list}`, { [`listed file_${'a'.repeat(32)}`]: 1n }, 'pass'],
    ['wallet_allowlist', 'not_in', `file:${list}`, { [`listed file_${'a'.repeat(32)}`]: 0n }, 'pass'],
    ['wallet_allowlist', 'in', `file:${list}`, {}, 'unknown'],
    ['claim_count', '<=', '0', { confirmed_claims: 0n }, 'pass'],
    [
      'claimed_drop',
      '==',
      `drop_${'1'.repeat(32)}`,
      { [`claims_on_drop drop_${'1'.repeat(32)}`]: 0n },
      'fail',
    ],
    [
      'claimed_drop',
      '!=',
      `drop_${'1'.repeat(32)}`,
      { [`claims_on_drop drop_${'1'.repeat(32)}`]: 0n },
      'pass',
    ],
    ['account_age_days', '>=', '30', { account_age_days: 31n }, 'pass'],
  ])('%s %s %s, knowing %o, is %s', (key, operator, value, known, expected) => {
    expect(judge(key, operator, value, known)).toBe(expected)
  })

  test('says that a coin which is not deployed has no holders', () => {
    expect(judge('token_balance', '>=', '1', {}, null)).toBe('fail')
    expect(judge('token_balance', '<', '1', {}, null)).toBe('pass')
  })

  test.each([
    ['balance', '>=', '1', 'rules[0].key'],
    ['token_balance', 'in', '1', 'rules[0].operator'],
    ['token_balance', 'constructor', '1', 'rules[0].operator'],
    ['token_balance', '>=', '1.5', 'rules[0].value'],
    ['token_balance', '>=', 'sui:5', 'rules[0].value'],
    ['nft_ownership', '>=', 'Member', 'rules[0].value'],
    ['wallet_allowlist', 'in', '0xzz,0x1,hello', 'rules[0].value'],
    ['claimed_drop', '==', 'claim_1', 'rules[0].value'],
    ['claim_count', '>=', '-1', 'rules[0].value'],
  ])('%s %s %s is refused, naming %s', (key, operator, value, field) => {
    const read = readRule({ key, operator, value }, 'rules[0]')
    expect(read).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
  })

  test('names each bad line of a list', () => {
    const read = readRule({ key: 'wallet_allowlist', operator: 'in', value: '0xzz,0x1,hello' }, 'rules[0]')
    expect(read).toMatchObject({
      ok: false,
      error: { details: { faults: ['"0xzz" is no address', '"hello" is no address'] } },
    })
  })
})

describe('the templates', () => {
  test('hold only rules that parse', () => {
    for (const template of GATING_TEMPLATES) {
      for (const rule of template.rules) expect(readRule(rule, template.id)).toMatchObject({ ok: true })
    }
  })

  test('show every kind of rule there is', () => {
    const shown = new Set(GATING_TEMPLATES.flatMap(({ rules }) => rules.map(({ key }) => key)))
    expect([...shown].sort()).toEqual(RULE_KINDS.map(({ key }) => key).sort())
  })
})
