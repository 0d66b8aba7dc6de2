import { addressOf, fullVault, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workInSlices } from '../../../test/work-in-slices.ts'
import { amountOf } from '../amount.ts'
import { idOf } from '../ids.ts'
import { judgeWallet, requestsFor } from './evaluate.ts'
import type { GatingRule } from './gating.ts'
import { MAX_RULES, parseRules, parseRulesInSlices } from './rule-input.ts'
import { type Facts, factKey, OWN_TOKEN, type RuleKind } from './rule-kind.ts'

const WALLET = addressOf('0xaa')
const COINS = ['0x2::a::A', '0x2::b::B']
const base = sampleDrop(sampleToken(OWNER, 1), 1)

const gated = (rules: readonly GatingRule[], isActive = true) => ({
  ...base,
  gating: {
    id: idOf('gating', '0'.repeat(32)),
    ownerId: OWNER.id,
    isActive,
    rules,
    version: 1,
    updatedAt: base.createdAt,
  },
})

const anyCount = fc.integer({ min: 0, max: 5 })

function anyRule(operators: readonly string[]): fc.Arbitrary<GatingRule> {
  const operator = fc.constantFrom(...operators)
  const rule = (key: string, value: string, chosen: string): GatingRule => ({
    key,
    operator: chosen,
    value,
    description: null,
  })
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...COINS), anyCount, operator)
      .map(([coin, count, chosen]) => rule('token_balance', `${coin}:${count}`, chosen)),
    fc
      .tuple(fc.constantFrom(...COINS), anyCount, operator)
      .map(([type, count, chosen]) => rule('nft_ownership', `${type}:${count}`, chosen)),
    fc.tuple(anyCount, operator).map(([count, chosen]) => rule('claim_count', String(count), chosen)),
    fc.tuple(anyCount, operator).map(([count, chosen]) => rule('account_age_days', String(count), chosen)),
  )
}

const ALL = ['>=', '>', '<=', '<', '==', '!=']
const anyRules = (operators = ALL) => fc.array(anyRule(operators), { minLength: 1, maxLength: 6 })

/** What is known of the wallet, by the place of the request among those of the rules. */
const anyFacts = fc.array(fc.option(anyCount), { minLength: 12, maxLength: 12 })

function factsFor(rules: readonly GatingRule[], known: readonly (number | null)[], more = 0): Facts {
  const values = new Map<string, bigint | undefined>()
  for (const [place, request] of requestsFor(gated(rules)).entries()) {
    const value = known[place]
    values.set(factKey(request), value == null ? undefined : BigInt(value + more))
  }
  return (request) => values.get(factKey(request))
}

const verdictOf = (rules: readonly GatingRule[], facts: Facts) => judgeWallet(gated(rules), WALLET, facts)

describe('the rules of a drop', () => {
  test('that are missing or inactive admit all wallets, except on an ELITE drop', () => {
    const rule = { key: 'claim_count', operator: '>=', value: '0', description: null }
    const knowing: Facts = () => 1n
    for (const drop of [base, gated([]), gated([rule], false)]) {
      expect(judgeWallet(drop, WALLET, knowing).kind).toBe('pass')
      expect(judgeWallet({ ...drop, claimType: 'ELITE' }, WALLET, knowing).kind).toBe('fail')
    }
    expect(judgeWallet({ ...gated([rule]), claimType: 'ELITE' }, WALLET, knowing).kind).toBe('pass')
  })

  test('with a minimum admit wallets with more', () => {
    fc.assert(
      fc.property(anyRules(['>=', '>']), anyFacts, anyCount, (rules, known, more) => {
        const [before, after] = [
          verdictOf(rules, factsFor(rules, known)),
          verdictOf(rules, factsFor(rules, known, more)),
        ]
        if (before.kind === 'pass') expect(after.kind).toBe('pass')
        if (after.kind === 'fail') expect(before.kind).toBe('fail')
      }),
    )
  })

  test('neither admit nor refuse a wallet by unknown facts', () => {
    fc.assert(
      fc.property(anyRules(), anyFacts, (rules, known) => {
        const facts = factsFor(rules, known)
        const verdict = verdictOf(rules, facts)
        const isUnknown = requestsFor(gated(rules)).some((request) => facts(request) === undefined)
        if (isUnknown) expect(verdict.kind).not.toBe('pass')
        if (verdict.kind === 'unknown') expect(isUnknown).toBe(true)
        // Whatever is not known turns out to be, a verdict of "fail" stands.
        if (verdict.kind !== 'fail') return
        const inFull = known.map((value, place) => value ?? place % 6)
        expect(verdictOf(rules, factsFor(rules, inFull)).kind).toBe('fail')
      }),
    )
  })

  test('combine to the strictest result: fail before unknown, and unknown before pass', () => {
    fc.assert(
      fc.property(anyRules(), anyFacts, (rules, known) => {
        const facts = factsFor(rules, known)
        const alone = rules.map((rule) => verdictOf([rule], facts).kind)
        const strictest = (['fail', 'unknown'] as const).find((kind) => alone.includes(kind))
        expect(verdictOf(rules, facts).kind).toBe(strictest ?? 'pass')
      }),
    )
  })

  test('are unknown for a wallet without facts', () => {
    fc.assert(
      fc.property(anyRules(), (rules) => {
        expect(verdictOf(rules, () => undefined).kind).toBe('unknown')
      }),
    )
  })

  test('give the same result in any order', () => {
    const shuffled = anyRules().chain((rules) =>
      fc.tuple(
        fc.constant(rules),
        fc.shuffledSubarray([...rules], { minLength: rules.length, maxLength: rules.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, anyFacts, ([rules, others], known) => {
        const facts = factsFor(rules, known)
        const [one, other] = [verdictOf(rules, facts), verdictOf(others, facts)]
        expect(other.kind).toBe(one.kind)
        if (one.kind === 'fail' && other.kind === 'fail') {
          expect([...other.missingRequirements].sort()).toEqual([...one.missingRequirements].sort())
        }
      }),
    )
  })

  test('name each requirement that is missing, the first of them as the reason', () => {
    fc.assert(
      fc.property(anyRules(), anyFacts, (rules, known) => {
        const facts = factsFor(rules, known)
        const alone = rules.map((rule) => verdictOf([rule], facts).kind)
        const verdict = verdictOf(rules, facts)
        if (verdict.kind !== 'fail') return
        expect(verdict.missingRequirements).toHaveLength(alone.filter((kind) => kind === 'fail').length)
        expect(verdict.reason).toBe(verdict.missingRequirements[0])
      }),
    )
  })

  test('ask for each fact once, and for none while they are not active', () => {
    fc.assert(
      fc.property(anyRules(), (rules) => {
        const asked = requestsFor(gated(rules)).map(factKey)
        expect(new Set(asked).size).toBe(asked.length)
        expect(requestsFor(gated(rules, false))).toEqual([])
        expect(judgeWallet(gated(rules, false), WALLET, () => undefined).kind).toBe('pass')
      }),
    )
  })
})

test('a rule about the drop’s own token reads that token, for any vault', () => {
  const rule = { key: 'token_balance', operator: '>=', value: '1', description: null }
  const drop = gated([rule])
  for (const type of ['TOKEN', 'NFT'] as const) {
    for (const vault of [{ kind: 'none' }, fullVault(amountOf(1n))] as const) {
      expect(requestsFor({ ...drop, type, vault })).toEqual([{ source: 'balance', subject: OWN_TOKEN }])
    }
  }
})

test('a rule with an empty description is named by its condition', () => {
  const drop = gated([{ key: 'claim_count', operator: '>=', value: '1', description: '' }])
  expect(judgeWallet(drop, WALLET, () => 0n)).toMatchObject({
    reason: 'claim_count >= 1',
    missingRequirements: ['claim_count >= 1'],
  })
})

test('a stored rule that does not parse admits no wallet and calls none ineligible', () => {
  const value = '0x2::a::B<oops>'
  const drop = gated([{ key: 'nft_ownership', operator: '!=', value, description: null }])
  expect(requestsFor(drop)).toEqual([])
  expect(judgeWallet(drop, WALLET, () => 0n)).toEqual({
    kind: 'unknown',
    reason: `nft_ownership != ${value}`,
  })
})

test('the rules of a config are parsed once per version, however often the drop is loaded', () => {
  let reads = 0
  const counted: RuleKind = {
    key: 'counted',
    operators: ['=='],
    valueShape: 'anything',
    read: () => {
      reads++
      return { ok: true, value: { requests: () => [], judge: () => 'pass' } }
    },
  }
  const kinds = [counted]
  const loaded = (value: string) => gated([{ key: 'counted', operator: '==', value, description: null }])
  for (let n = 0; n < 3; n++) judgeWallet(loaded('a'), WALLET, () => undefined, kinds)
  expect(reads).toBe(1)
  for (let n = 0; n < 3; n++) judgeWallet(loaded('b'), WALLET, () => undefined, kinds)
  expect(reads).toBe(2)
})

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

  const MIB = 1_048_576
  const list = (value: string) => ({ key: 'wallet_allowlist', operator: 'in', value })
  const twelve = (piece: string) =>
    Array.from({ length: 12 }, () => list(piece.repeat(MIB / piece.length - 1)))
  test.each([
    ['lists of short addresses', twelve('0x1,'), true],
    ['lists of wrong addresses', twelve('x,'), false],
    ['lists of commas', twelve(','), true],
    ['lists of one entry', twelve('x'), false],
    ['lists of blanks', twelve(' '), true],
    ['twenty lists in rules', Array(MAX_RULES).fill(list('0x1,'.repeat(1_000))), true],
    ['a key', [{ ...RULE, key: '_'.repeat(13 * MIB) }], false],
    ['an operator', [{ ...RULE, operator: '-'.repeat(13 * MIB) }], false],
  ])('of the largest size are read in slices below 50 ms: %s', (_, given, isValid) => {
    const { result, longestMs } = workInSlices(() => parseRulesInSlices(given))
    expect(result.ok).toBe(isValid)
    expect(longestMs).toBeLessThan(50)
  })

  test('are refused by the field that is wrong', () => {
    const wrong = [...rules(2), { ...RULE, value: 'many' }]
    expect(parseRules(wrong)).toMatchObject({ error: { kind: 'bad_user_input', field: 'rules[2].value' } })
  })
})
