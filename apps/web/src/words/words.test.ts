import { EVENT_TYPES } from '@dropkit/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { claimPath, shortCoinType, transactionUrl } from './addresses.ts'
import { amountInWords, bareAmount, decimalsOf, inBaseUnits, inWholeTokens, unitOf } from './amount.ts'
import { asWritten } from './as-written.ts'
import { eventInWords } from './event-words.ts'
import { pickLanguage } from './language.ts'
import { ago, countdown, dayInFull, firstDayOfWeek, fromNow, inWordsWithZone, monthAndYear } from './time.ts'

test('the short name of a coin type tells it from coins of the same name in other packages', () => {
  const coinOf = (digit: string) => shortCoinType(`0x${digit.repeat(64)}::sui::SUI`)
  expect(coinOf('b')).toBe('0xbbbb…bbbb::sui::SUI')
  expect(coinOf('c')).not.toBe(coinOf('b'))
})

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de', 1],
  ['ar-EG', 6],
] as const)('a week of %s begins on day %i', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day)
})

test('a day stays the same day in every time zone', () => {
  expect(monthAndYear('2026-06-01')).toContain('2026')
  expect(dayInFull('2026-06-01')).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(2026, 5, 1)),
  )
})

test('a drop is claimed at its short name, or its id where it has none', () => {
  const paths = ['pepper', null].map((shortcode) => claimPath({ shortcode, id: 'drop_1' }))
  expect(paths).toEqual(['/d/pepper', '/d/drop_1'])
})

test('a short name never leads to another page', () => {
  expect(claimPath({ shortcode: '../pay?a#b', id: 'drop_1' })).toBe('/d/..%2Fpay%3Fa%23b')
})

test('a transaction on a public network of Sui has a page in a block explorer', () => {
  expect(transactionUrl({ chain: 'sui', network: 'testnet' }, 'Fk/9')).toBe(
    'https://suiscan.xyz/testnet/tx/Fk%2F9',
  )
})

test.each([
  ['fake', null],
  ['sui', null],
  ['sui', 'localnet'],
  ['fake', 'testnet'],
])('a transaction on %s %s has none', (chain, network) => {
  expect(transactionUrl({ chain, network }, 'Fk9')).toBeNull()
})

test('every event has a different text', () => {
  expect(new Set(EVENT_TYPES.map(eventInWords)).size).toBe(EVENT_TYPES.length)
})

test.each(['drop.moved_on', 'constructor'])('the unknown type %s is shown by its name', (type) => {
  expect(eventInWords(type)).toBe(type.replaceAll(/[._]/g, ' '))
})

const at = '2026-06-01T12:00:00.000Z'
const now = Date.parse(at)

test('a past event is not shown in the future if a clock is behind', () => {
  expect(ago(at, now - 9_000)).toBe(fromNow(at, now))
})

test('a past event is shown with its age', () => {
  expect(ago(at, now + 3 * 3_600_000)).toBe(fromNow(at, now + 3 * 3_600_000))
})

test('a time that people agree on names its time zone, by the offset of that day', () => {
  expect(inWordsWithZone('2026-06-01T12:00:00Z')).toMatch(
    /2026.*\d{1,2}[:.]\d\d.* (?:[A-Z]{2,5}|(?:GMT|UTC)[+\-−]?\d*(?::\d\d)?)$/,
  )
})

test.each([
  [0, '00:00'],
  [-5_000, '00:00'],
  [4_001, '00:05'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
  [2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000 + 5_000, '2d 03:04:05'],
])('%i ms before a drop opens, its page counts down from %s', (leftMs, shown) => {
  expect(countdown(leftMs)).toBe(shown)
})

test.each([
  [null, ['de-AT', 'en'], { language: 'de', locale: 'de-AT' }],
  [null, ['fr-FR', 'de', 'en'], { language: 'de', locale: 'de' }],
  [null, ['fr-FR'], { language: 'en', locale: 'en' }],
  [null, [], { language: 'en', locale: undefined }],
  ['de', ['en-GB'], { language: 'de', locale: 'de' }],
  ['en', ['de-DE', 'en-GB'], { language: 'en', locale: 'en-GB' }],
  ['pseudo', ['de-DE'], { language: 'pseudo', locale: 'en' }],
  [null, ['en-US@posix'], { language: 'en', locale: undefined }],
  [null, ['c', 'de-DE'], { language: 'de', locale: 'de-DE' }],
  ['klingon', ['de-DE'], { language: 'de', locale: 'de-DE' }],
  [{ not: 'a text' }, ['en-US'], { language: 'en', locale: 'en-US' }],
])('of the choice %j and the browser’s %j follows %j', (chosen, asked, picked) => {
  expect(pickLanguage(chosen, asked)).toEqual(picked)
})

const token = { symbol: 'PEP', decimals: 3 }

test('an amount of a token is shown in whole tokens', () => {
  expect(amountInWords({ type: 'TOKEN', token }, '1500')).toBe(`${asWritten('1.5')} PEP`)
})

test('NFTs are counted and named, even where their token could be divided', () => {
  const pieces = { type: 'NFT', token } as const
  expect([decimalsOf(pieces), unitOf(pieces), bareAmount(pieces, 3n)]).toEqual([0, 'PEP NFTs', '3'])
  expect(amountInWords(pieces, 3n)).toBe('3 PEP NFTs')
})

test.each(['1', 1n])('one of them is one NFT, given as %o', (one) => {
  expect(amountInWords({ type: 'NFT', token: null }, one)).toBe('1 NFT')
})

test('a token that is not known yet has no name and no decimals', () => {
  expect(amountInWords({ type: 'TOKEN', token: null }, '20')).toBe('20 tokens')
})

describe('amounts', () => {
  const amounts = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
  const decimals = fc.integer({ min: 0, max: 18 })

  test('whole tokens, as they are shown, are read back as the same base units', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        expect(inBaseUnits(inWholeTokens(amount, places), places)).toBe(String(amount))
      }),
    )
  })

  test.each([
    ['1,5', 'a sign between thousands that stands elsewhere'],
    ['1.2345', 'more decimals than the token has'],
    ['1.2.3', 'two decimal signs'],
    ['12,34', 'a last group of two digits'],
    ['1.-5', 'a sign among the decimals'],
    ['-1', 'a sign'],
    ['1e3', 'an exponent'],
    ['', 'nothing'],
    ['.', 'a decimal sign alone'],
  ])('%j is refused in American English: %s', async (typed) => {
    expect((await amountsIn('en-US')).inBaseUnits(typed, 3)).toBeUndefined()
  })

  test.each([
    ['1,234,567', '1234567000'],
    ['12,34,567', '1234567000'],
    [' 1 000 ', '1000000'],
    ['.5', '500'],
    ['5.', '5000'],
    ['1.50000', '1500'],
  ])('%j is read as %s thousandths in American English', async (typed, expected) => {
    expect((await amountsIn('en-US')).inBaseUnits(typed, 3)).toBe(expected)
  })

  // Test files share their modules, so no other file must get the module of a foreign locale.
  afterEach(() => {
    vi.resetModules()
  })

  /** Loads the module as a browser with this locale does. */
  async function amountsIn(locale: string): Promise<typeof import('./amount.ts')> {
    const { NumberFormat } = Intl
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(function ofLocale(_, options) {
      return new NumberFormat(locale, options)
    } as typeof NumberFormat)
    vi.resetModules()
    return import('./amount.ts')
  }

  test.each([
    ['en-US', '1,234.5'],
    ['de-DE', '1.234,5'],
    ['fr-FR', '1\u202f234,5'],
    ['ar-EG', '١٬٢٣٤٫٥'],
  ])('in %s, 1234.5 is written as %s and read back', async (locale, written) => {
    const amounts = await amountsIn(locale)
    expect(amounts.inWholeTokens('1234500', 3)).toBe(written)
    expect(amounts.inBaseUnits(written, 3)).toBe('1234500')
  })

  test('a share of a hundred is shown as a percentage', async () => {
    expect((await amountsIn('en-US')).percent(12.345)).toBe('12.3%')
  })

  test.each([
    [0, '$0.00'],
    [8.75, '$8.75'],
    [0.01, '$0.01'],
    [0.001234, '$0.0012'],
  ])('%d dollars are shown as %s', async (amount, shown) => {
    expect((await amountsIn('en-US')).dollars(amount)).toBe(shown)
  })

  test('1.234 is more than a thousand in German, and not an amount of tokens with two decimals in English', async () => {
    expect((await amountsIn('de-DE')).inBaseUnits('1.234', 2)).toBe('123400')
    vi.restoreAllMocks()
    expect((await amountsIn('en-US')).inBaseUnits('1.234', 2)).toBeUndefined()
  })

  test.each(['de-DE', 'fr-FR', 'en-IN', 'pl-PL', 'de-CH', 'ar-EG', 'fa-IR', 'hi-IN', 'sv-SE'])(
    'whole tokens, as they are shown in %s, are read back as the same base units',
    async (locale) => {
      const { inBaseUnits: read, inWholeTokens: shown } = await amountsIn(locale)
      fc.assert(
        fc.property(amounts, decimals, (amount, places) => {
          expect(read(shown(amount, places), places)).toBe(String(amount))
        }),
        { numRuns: 50 },
      )
    },
  )
})
