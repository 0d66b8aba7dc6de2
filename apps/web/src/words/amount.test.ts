import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { inBaseUnits, inWholeTokens } from './amount.ts'

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
