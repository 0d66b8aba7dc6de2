import { type DrawError, RULE_KINDS } from '@dropkit/core'
import { type LotteryCheck, parseRules } from '@dropkit/core/internal'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

// Test files share their modules, so no other file must get those of this language.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The modules that put an error into words, as in a browser with this language. */
async function pagesIn(language: 'en' | 'de' | 'pseudo') {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(language) })
  vi.resetModules()
  const [{ ruleErrors }, { lotteryErrors }, fields, verify, reasons, { inPlainWords }, { ApiRefusal }] =
    await Promise.all([
      import('../dashboard/gating/rules.ts'),
      import('../dashboard/drop-fields/field-errors.ts'),
      import('../dashboard/drop-fields/field-errors.ts'),
      import('../verify/error-words.ts'),
      import('./error-words.ts'),
      import('./error-words.ts'),
      import('../api/errors.ts'),
    ])
  await (await import('./language.ts')).loadLanguage()
  const ofServer = (error: { readonly message: string }) =>
    new ApiRefusal(error.message, { ...error, code: 'BAD_USER_INPUT' })
  await reasons.loadReasons(ofServer({ message: '' }))
  const inWords = (error: { readonly message: string }) => inPlainWords(ofServer(error))
  return { ruleErrors, lotteryErrors, fields, verify, inWords }
}

type Pages = Awaited<ReturnType<typeof pagesIn>>

/** What each error is in words. `seen` collects the errors by name, which shows that every one occurred. */
async function expectOwnWords(seen: (pages: Pages) => ReadonlyMap<string, string>): Promise<Set<string>> {
  const [english, german, pseudo] = [
    seen(await pagesIn('en')),
    seen(await pagesIn('de')),
    seen(await pagesIn('pseudo')),
  ]
  for (const [name, text] of pseudo) {
    expect(text, name).toMatch(/^⟦.+⟧$/s)
    expect(german.get(name), name).not.toBe(english.get(name))
  }
  return new Set(pseudo.keys())
}

const SEED = 20_260_601
const sampled = <Value>(values: fc.Arbitrary<Value>) => fc.sample(values, { numRuns: 2_000, seed: SEED })

const OWN = `0x${'5'.repeat(64)}::club::Member`
const values = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(...RULE_KINDS.flatMap(({ examples }) => examples.map(({ value }) => value))),
  fc.constantFrom('', '007', '9'.repeat(20), '9'.repeat(21), '0x', '0x1,hello', 'file:', 'file:/elsewhere'),
  fc.constantFrom(`${OWN}:007`, `${OWN}:${'9'.repeat(20)}`, `${OWN}<>:1`, `${OWN}<:1`, 'drop_1'),
  fc.constant('1'.repeat(70_000)),
)
const kinds = [...RULE_KINDS.map(({ key }) => key), 'horoscope']
const rules = sampled(
  fc.record({
    key: fc.constantFrom(...kinds),
    operator: fc.constantFrom('>=', '==', 'in', 'like'),
    value: values,
    description: fc.constantFrom(null, 'Members only', 'long '.repeat(200), 'bell \u0007'),
  }),
)

describe('each error of a form is in the words of the page, in every language', () => {
  test('of rules, in every field of every kind', async () => {
    const asked = [...rules.map((rule) => [rule]), Array.from({ length: 21 }, () => rules.slice(0, 1)).flat()]
    const seen = await expectOwnWords(({ ruleErrors, inWords }) => {
      const found = new Map<string, string>()
      for (const [index, list] of asked.entries()) {
        const parsed = parseRules(list)
        if (parsed.ok || parsed.error.kind !== 'bad_user_input') continue
        const name = `${list[0]?.key} ${parsed.error.field}`
        found.set(`${name} ${index}, of the server`, inWords(parsed.error))
        const own = Object.entries(ruleErrors(list))
        // The server may have rule kinds that the page does not know.
        if (list[0]?.key !== 'horoscope' || list.length > 1) expect(own, name).not.toEqual([])
        for (const [field, text] of own) found.set(`${list[0]?.key} ${field} ${index}, of the page`, text)
      }
      return found
    })
    const fields = (key: string, where: string) =>
      new Set(
        [...seen]
          .filter((name) => name.startsWith(`${key} `) && name.endsWith(where))
          .map((name) => name.split(' ')[1]),
      )
    for (const key of kinds.slice(0, -1)) {
      const parts = ['rules[0].operator', 'rules[0].value', 'rules[0].description']
      expect([...fields(key, 'of the server')], key).toEqual(expect.arrayContaining(parts))
      expect([...fields(key, 'of the page')], key).toEqual(expect.arrayContaining(parts))
    }
    expect(fields('horoscope', 'of the server')).toContain('rules[0].key')
    expect(fields('horoscope', 'of the page')).toEqual(new Set())
  })

  test('of the terms of a lottery', async () => {
    const times = fc.constantFrom(null, '2026-06-01 10:00:00', '2026-06-02 10:00:00')
    const terms = sampled(
      fc.record({
        entriesCloseAt: times,
        claimWindowSeconds: fc.constantFrom(60, 172_800),
        startsAt: times,
        claimDeadline: times,
        tokenAmount: fc.constantFrom(null, '0', '5', '5'),
        maxAmount: fc.constantFrom('10', '1000'),
        supply: fc.constantFrom(null, 10, 10, 10),
        isPriced: fc.constantFrom(true, false, false),
        claimType: fc.constantFrom('REGULAR' as const, 'REGULAR' as const, 'STREAK' as const),
        maxPerWallet: fc.constantFrom(null, 1, 2),
        isLinkOnly: fc.constantFrom(true, false, false),
      }),
    )
    const seen = await expectOwnWords(
      ({ lotteryErrors }) => new Map(terms.flatMap((asked) => Object.entries(lotteryErrors(asked)))),
    )
    expect([...seen].sort()).toEqual(
      [
        'price',
        'supply',
        'tokenAmount',
        'maxAmount',
        'claimType',
        'maxPerWallet',
        'isLinkOnly',
        'entriesCloseAt',
        'claimDeadline',
      ].sort(),
    )
  })

  test('of the texts of a drop', async () => {
    const seen = await expectOwnWords(({ fields }) => {
      const errors = {
        title: fields.titleError(' '),
        longTitle: fields.titleError('x'.repeat(121)),
        description: fields.descriptionError('x'.repeat(5_001)),
        shortcode: fields.shortcodeError('two words'),
        price: fields.priceError(2),
        count: fields.COUNT_ERROR,
      }
      return new Map(Object.entries(fields.withoutUndefined(errors)))
    })
    expect(seen.size).toBe(6)
  })
})

type LotteryError = Extract<LotteryCheck, { readonly kind: 'invalid' }>['error']

const wallet = `0x${'a'.repeat(64)}` as Extract<LotteryError, { kind: 'wrong_proof' }>['wallet']
const at = { first: 3, last: 3, expected: wallet }
const amount = 5n as Extract<DrawError, { kind: 'wrong_amount' }>['actual']

const LOTTERY_ERRORS: readonly LotteryError[] = [
  { kind: 'wrong_beacon' },
  { kind: 'wrong_round', round: 5, expected: 6 },
  { kind: 'forged_round', round: 5 },
  { kind: 'misplaced_wallet', wallet, position: 2 },
  { kind: 'wrong_size', expected: 3, actual: 1, place: at },
  { kind: 'wrong_root', place: { first: 1, last: 4, expected: null } },
  { kind: 'wrong_root', place: { ...at, expected: null } },
  { kind: 'wrong_proof', wallet },
  { kind: 'wrong_rank', wallet, expected: 1, actual: 2 },
  { kind: 'missing_wallet', wallet },
]

const DRAW_ERRORS: readonly DrawError[] = [
  { kind: 'bad_seed' },
  { kind: 'wrong_commitment', expected: 'aa', actual: 'bb' },
  { kind: 'wrong_sequence', expected: 1, actual: 2 },
  { kind: 'too_many_draws', sequence: 4 },
  { kind: 'wrong_amount', sequence: 1, expected: amount, actual: amount },
  { kind: 'wrong_head', sequence: 1 },
  { kind: 'wrong_receipt', sequence: 1 },
  { kind: 'missing_head', sequence: 1 },
  { kind: 'wrong_beacon' },
  { kind: 'missing_round', sequence: 1 },
  { kind: 'wrong_round', sequence: 1, round: 2, expected: 3 },
  { kind: 'forged_round', sequence: 1, round: 2 },
]

describe('each difference that a check finds is in the words of the page, in every language', () => {
  test('of a lottery', async () => {
    const seen = await expectOwnWords(
      ({ verify }) =>
        new Map(LOTTERY_ERRORS.map((error) => [JSON.stringify(error), verify.lotteryErrorWords(error)])),
    )
    expect(seen.size).toBe(LOTTERY_ERRORS.length)
  })

  test('of draws', async () => {
    const seen = await expectOwnWords(
      ({ verify }) =>
        new Map(
          DRAW_ERRORS.map((error) => [error.kind, verify.drawErrorWords(error, (shown) => `${shown} X`)]),
        ),
    )
    expect(seen.size).toBe(DRAW_ERRORS.length)
  })
})
