import { describe, expect, test } from 'vitest'
import { MAX_RULES, parseRules } from './rule-input.ts'

const RULE = { key: 'claim_count', operator: '<=', value: '0' }
const rules = (count: number, terms = {}) => Array.from({ length: count }, () => ({ ...RULE, ...terms }))

describe('the rules of a drop', () => {
  test('are at most twenty', () => {
    expect(parseRules(rules(MAX_RULES))).toMatchObject({ ok: true, value: rules(MAX_RULES) })
    expect(parseRules(rules(MAX_RULES + 1))).toMatchObject({
      error: { field: 'rules', message: 'A config may have at most 20 rules, 21 were given' },
    })
  })

  test('are kept as they were written, with or without a description', () => {
    const [plain, described] = [RULE, { ...RULE, description: ' Newcomers only ' }]
    expect(parseRules([plain, described])).toEqual({
      ok: true,
      value: [
        { ...RULE, description: null },
        { ...RULE, description: 'Newcomers only' },
      ],
    })
  })

  test('are described in at most five hundred characters, and may be in none', () => {
    for (const description of ['', 'x'.repeat(500)]) {
      expect(parseRules(rules(1, { description }))).toMatchObject({ value: [{ description }] })
    }
    const tooLong = [...rules(1), ...rules(1, { description: 'x'.repeat(501) })]
    expect(parseRules(tooLong)).toMatchObject({ error: { field: 'rules[1].description' } })
  })

  test('are refused by the field that is wrong', () => {
    const wrong = [...rules(2), { ...RULE, value: 'many' }]
    expect(parseRules(wrong)).toMatchObject({ error: { kind: 'bad_user_input', field: 'rules[2].value' } })
  })
})
