import { describe, expect, test } from 'vitest'
import type { InputReason } from '../refusal-reasons.ts'
import { GATING_TEMPLATES } from './gating.ts'
import { parseRules } from './rule-input.ts'
import type { FactRequest, RuleKind, RuleVerdict } from './rule-kind.ts'
import { RULE_KINDS, readRule } from './rule-kinds.ts'

const wallet = `0x${'ab'.padStart(64, '0')}`
const other = `0x${'cd'.padStart(64, '0')}`
const list = `/files/file_${'a'.repeat(32)}/list.csv`
const member = `0x${'2'.padStart(64, '0')}::club::Member`

interface Known {
  readonly [source: string]: bigint | undefined
}

function judge(key: string, operator: string, value: string, known: Known = {}) {
  const read = readRule({ key, operator, value }, 'rules[0]')
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const facts = ({ source, subject }: FactRequest) => known[`${source} ${subject}`.trim()]
  return read.value.judge(wallet, facts, {} as never)
}

describe('a gating rule', () => {
  test.each<[string, string, string, Known, RuleVerdict]>([
    ['token_balance', '>=', '1000', { balance: 1000n }, 'pass'],
    ['token_balance', '>', '1000', { balance: 1000n }, 'fail'],
    ['token_balance', '>=', '1000', {}, 'unknown'],
    ['TOKEN_BALANCE', 'gte', `${member}:5`, { [`balance ${member}`]: 5n }, 'pass'],
    ['tokenBalance', 'lt', `0x2::club::Member:5`, { [`balance ${member}`]: 5n }, 'fail'],
    ['token_balance', '>=', ` ${member}:18446744073709551615`, { [`balance ${member}`]: 5n }, 'fail'],
    ['token_balance', '>=', '0', { balance: 0n }, 'pass'],
    ['nft_ownership', '>=', member, { [`owned_objects ${member}`]: 1n }, 'pass'],
    ['nft_ownership', '==', member, { [`owned_objects ${member}`]: 3n }, 'pass'],
    ['nft_ownership', '!=', member, { [`owned_objects ${member}`]: 3n }, 'fail'],
    ['nft-ownership', '>=', `${member}:2`, { [`owned_objects ${member}`]: 1n }, 'fail'],
    ['nft_ownership', '>=', member, { [`owned_objects ${member}`]: 10_001n }, 'pass'],
    ['nft_ownership', '<=', `${member}:10000`, { [`owned_objects ${member}`]: 10_001n }, 'fail'],
    ['nft_ownership', '>=', `${member}:10001`, { [`owned_objects ${member}`]: 10_000n }, 'fail'],
    ['nft_ownership', '>=', `${member}:20000`, { [`owned_objects ${member}`]: 10_001n }, 'unknown'],
    ['nft_ownership', '<', `${member}:20000`, { [`owned_objects ${member}`]: 10_001n }, 'unknown'],
    ['nft_ownership', '==', `${member}:10001`, { [`owned_objects ${member}`]: 10_001n }, 'unknown'],
    ['nft_ownership', '!=', `${member}:20000`, { [`owned_objects ${member}`]: 25_000n }, 'unknown'],
    ['token_balance', '>=', `${member}:20000`, { [`balance ${member}`]: 25_000n }, 'pass'],
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
    ['claimed_drop', '==', `drop_${'1'.repeat(32)}`, {}, 'unknown'],
    ['account_age_days', '>=', '30', { account_age_days: 31n }, 'pass'],
    // Blanks around what is written say nothing.
    ['account_age_days', ' >= ', ' 30 ', { account_age_days: 30n }, 'pass'],
    ['nft_ownership', '>', `${member}:12 `, { [`owned_objects ${member}`]: 12n }, 'fail'],
    ['nft_ownership', '>', member, { [`owned_objects ${member}`]: 1n }, 'pass'],
    ['claimed_drop', '==', ` drop_${'1'.repeat(32)} `, {}, 'unknown'],
    ['wallet_allowlist', 'in', ` , ${other} , 0xab`, {}, 'pass'],
    ['wallet_allowlist', 'in', ` file: ${list} `, { [`listed file_${'a'.repeat(32)}`]: 1n }, 'pass'],
    [
      'wallet_allowlist',
      'in',
      `file:https://example.org/files/file_${'a'.repeat(32)}`,
      { [`listed file_${'a'.repeat(32)}`]: 1n },
      'pass',
    ],
  ])('%s %s %s, knowing %o, is %s', (key, operator, value, known, expected) => {
    expect(judge(key, operator, value, known)).toBe(expected)
  })

  test.each([
    ['balance', '>=', '1', 'rules[0].key'],
    ['token_balance', 'in', '1', 'rules[0].operator'],
    ['token_balance', 'constructor', '1', 'rules[0].operator'],
    ['token_balance', '>=', '1.5', 'rules[0].value'],
    ['token_balance', '>=', '', 'rules[0].value'],
    ['token_balance', '>=', '01', 'rules[0].value'],
    ['token_balance', '>=', ' 1000', 'rules[0].value'],
    ['token_balance', '>=', '1000 ', 'rules[0].value'],
    ['token_balance', '>=', '+1', 'rules[0].value'],
    ['token_balance', '>=', '1e3', 'rules[0].value'],
    ['token_balance', '>=', '18446744073709551616', 'rules[0].value'],
    ['token_balance', '>=', '0x2::sui::SUI:01', 'rules[0].value'],
    ['token_balance', '>=', '0x2::sui::SUI: 1', 'rules[0].value'],
    ['token_balance', '>=', 'sui:5', 'rules[0].value'],
    ['nft_ownership', '>=', 'Member', 'rules[0].value'],
    ['wallet_allowlist', 'in', '0xzz,0x1,hello', 'rules[0].value'],
    ['claimed_drop', '==', 'claim_1', 'rules[0].value'],
    ['claim_count', '>=', '-1', 'rules[0].value'],
  ])('%s %s %s is refused, naming %s', (key, operator, value, field) => {
    const read = readRule({ key, operator, value }, 'rules[0]')
    expect(read).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
  })

  test.each([
    ['>=', ['gte', 'GTE', ' >= '], [false, true, true]],
    ['>', ['gt'], [false, false, true]],
    ['<=', ['lte'], [true, true, false]],
    ['<', ['lt'], [true, false, false]],
    ['==', ['=', 'eq', 'EQ'], [false, true, false]],
    ['!=', ['neq', 'NEQ'], [true, false, true]],
  ])('%s is read as %o too', (operator, spellings, expected) => {
    for (const spelling of [operator, ...spellings]) {
      const verdicts = [4n, 5n, 6n].map((claims) =>
        judge('claim_count', spelling, '5', { confirmed_claims: claims }),
      )
      expect(verdicts).toEqual(expected.map((passes) => (passes ? 'pass' : 'fail')))
    }
  })

  test.each([
    'token_balance',
    'TOKEN_BALANCE',
    'tokenBalance',
    'Token-Balance',
    'token balance',
    'tokenbalance',
  ])('%s is one key', (key) => {
    expect(judge(key, '>=', '5', { balance: 5n })).toBe('pass')
  })

  test('that is unknown is refused with the known ones', () => {
    const refusedWith = (key: string, operator: string, value: string) => {
      const read = readRule({ key, operator, value }, 'rules[0]')
      return read.ok ? '' : JSON.stringify(read.error)
    }
    for (const { key } of RULE_KINDS) expect(refusedWith('nothing', '>=', '1')).toContain(key)
    for (const known of ['in', 'not_in']) expect(refusedWith('wallet_allowlist', '~', '')).toContain(known)
    for (const known of ['>=', '>', '<=', '<', '==', '!='])
      expect(refusedWith('token_balance', 'in', '1')).toContain(known)
    for (const known of ['1000', '<coinType>:1000'])
      expect(refusedWith('token_balance', '>=', 'many')).toContain(known)
  })

  test('of a new kind is read like those that there are', () => {
    const lucky: RuleKind = {
      key: 'lucky_wallet',
      operators: ['=='],
      valueShape: 'yes or no',
      read: (_operator, value) =>
        value === 'yes' || value === 'no'
          ? { ok: true, value: { requests: () => [], judge: () => (value === 'yes' ? 'pass' : 'fail') } }
          : { ok: false, error: ['neither'] },
    }
    const read = (value: string) =>
      readRule({ key: 'LuckyWallet', operator: 'eq', value }, 'rules[0]', [...RULE_KINDS, lucky])
    const rule = read('yes')
    expect(rule.ok && rule.value.judge(wallet, () => undefined, {} as never)).toBe('pass')
    expect(read('maybe')).toMatchObject({
      error: { field: 'rules[0].value', reason: 'WRONG_FORMAT', details: { faults: ['neither'] } },
    })
  })

  test('has no control characters, but a list may have line breaks', () => {
    const rule = { key: 'wallet_allowlist', operator: 'in', value: '0xa11ce,\r\n\t0xb0b' }
    expect(parseRules([rule]).ok).toBe(true)
    const url = `file:https://drops.example/\u0000/files/file_${'0'.repeat(32)}`
    for (const spoilt of [{ key: 'wallet\u0000allowlist' }, { operator: 'in\u0000' }, { value: url }])
      expect(parseRules([{ ...rule, ...spoilt }])).toMatchObject({
        error: { field: `rules[0].${Object.keys(spoilt)[0]}`, reason: 'CONTROL_CHARACTERS' },
      })
  })

  test('names each bad line of a list', () => {
    const read = readRule({ key: 'wallet_allowlist', operator: 'in', value: '0xzz,0x1,hello' }, 'rules[0]')
    expect(read).toMatchObject({
      ok: false,
      error: { details: { faults: ['"0xzz" is not an address', '"hello" is not an address'] } },
    })
  })
})

describe('a value that does not parse', () => {
  test.each<[key: string, value: string, faults: readonly string[], operator: string, reason: InputReason]>([
    [
      'token_balance',
      'many',
      ['the amount in "many" must be a whole number of base units, written in decimal digits'],
      '==',
      'NO_AMOUNT',
    ],
    ['token_balance', '0x2::club:5', ['"0x2::club" is not a coin type'], '==', 'NO_COIN_TYPE'],
    ['nft_ownership', 'club', ['"club" is not a type'], '==', 'NO_COIN_TYPE'],
    ['nft_ownership', '0x2::a::B<oops>', ['"0x2::a::B<oops>" is not a type'], '!=', 'NO_COIN_TYPE'],
    ['token_balance', '0x2::a::B<u8>>:0', ['"0x2::a::B<u8>>" is not a coin type'], '<=', 'NO_COIN_TYPE'],
    [
      'nft_ownership',
      `${member}:${'1'.repeat(21)}`,
      [`"${member}:${'1'.repeat(21)}" must end with a whole number`],
      '==',
      'NO_NUMBER',
    ],
    ['nft_ownership', `${member}:2x`, [`"${member}:2x" is not a type`], '==', 'NO_COIN_TYPE'],
    ['claim_count', '-1', ['"-1" is not a whole number'], '==', 'NO_NUMBER'],
    ['claim_count', '1'.repeat(21), [`"${'1'.repeat(21)}" is not a whole number`], '==', 'NO_NUMBER'],
    ['account_age_days', 'old', ['"old" is not a whole number of days'], '==', 'NO_NUMBER'],
    ['claimed_drop', 'drop', ['"drop" is not the id of a drop'], '==', 'WRONG_FORMAT'],
    [
      'wallet_allowlist',
      'file:/elsewhere',
      ['"/elsewhere" is not the URL of a file uploaded here'],
      'in',
      'NO_FILE',
    ],
    ['wallet_allowlist', ' hello ', ['"hello" is not an address'], 'in', 'NO_ADDRESS'],
  ])('of %s, %s, is refused and says why', (key, value, faults, operator, reason) => {
    expect(readRule({ key, operator, value }, 'rules[0]')).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field: 'rules[0].value', reason, details: { faults } },
    })
  })

  test('an unknown kind or operator is reported', () => {
    const known = RULE_KINDS.map(({ key }) => key)
    expect(readRule({ key: 'none', operator: '==', value: '' }, 'rules[0]')).toMatchObject({
      error: { field: 'rules[0].key', details: { known } },
    })
    expect(readRule({ key: 'claimed_drop', operator: '>', value: '' }, 'rules[0]')).toMatchObject({
      error: { field: 'rules[0].operator', details: { known: ['==', '!='] } },
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
    const missing = RULE_KINDS.map(({ key }) => key).filter((key) => !shown.has(key))
    expect(missing, 'add a template to gating.ts for').toEqual([])
  })
})
