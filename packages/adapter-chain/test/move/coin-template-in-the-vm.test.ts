import { type Address, amountOf, type Token } from '@dropkit/core'
import { idOf, MAX_AMOUNT } from '@dropkit/core/internal'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoinTerms, coinPackageOf, coinTermsOf } from '../../src/sui/coin-template.ts'
import {
  compileMovePackage,
  type MoveFiles,
  readMovePackage,
  runMoveTests,
} from '../../tools/compile-move.ts'
import { anyCoinToken, anyOperator } from '../any-coin-token.ts'

// The Move tests do not accept a compiled module. So the terms are also written into the sources. The module that is
// compiled from them has the same bytes as the patched module, and passes the template's own tests.

const OPERATOR = `0x${'0f'.repeat(32)}` as Address

const sources = readMovePackage('coin_template')

/** The sources and tests of the template, with a token's terms in place of its own. */
function sourcesWith(terms: CoinTerms): MoveFiles {
  const texts = [
    ['SYMBOL OF THE COIN', terms.symbol, 's'],
    ['Name of the coin', terms.name, 'n'],
    ['Description of the coin', terms.description, 'd'],
    ['Icon of the coin', terms.iconUrl, 'i'],
    ["Dropkit's id of the token", terms.tokenId, 't'],
  ] as const
  const places: readonly (readonly [string, string])[] = [
    ...texts.flatMap(([own, given, tag]) => [
      [`b"${own}${tag}"`, hexText(given + tag)] as const,
      [`b"${own}"`, hexText(given)] as const,
    ]),
    ['u8 = 251', `u8 = ${terms.decimals}`],
    ['1_000_000_000_000_000_003', String(terms.forDrops)],
    ['2_000_000_000_000_000_005', String(terms.forOwner)],
    ['@0xd20b417c0de0000000000000000000000000000000000000000000000000face', `@${terms.operator}`],
  ]
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => [
      path,
      places.reduce((text, [own, given]) => text.replaceAll(own, given), source),
    ]),
  )
}

const hexText = (text: string): string => `x"${Buffer.from(text).toString('hex')}"`

/** Uses the template's own symbol, because the compiler sorts the names of a module and patching does not. */
const withOwnNames = (token: Token): Token => ({ ...token, symbol: 'template' })

const exampleOf = (example: Partial<Token> & { readonly forDrops: bigint }): Token => ({
  id: idOf('token', '0'.repeat(32)),
  creatorId: idOf('user', '0'.repeat(32)),
  symbol: 'PEPPER',
  name: 'Pepper',
  description: null,
  imageUrl: null,
  decimals: 0,
  totalSupply: MAX_AMOUNT,
  isExternal: false,
  reserves: {
    communityDrops: amountOf(example.forDrops),
    publicSale: amountOf(0n),
    creator: amountOf(0n),
  },
  deployment: { kind: 'PENDING' },
  createdAt: 0,
  updatedAt: 0,
  ...example,
})

describe('the coin template in the virtual machine', () => {
  it('is compiled from a token to the bytes that patching makes', async () => {
    await fc.assert(
      fc.asyncProperty(anyCoinToken().map(withOwnNames), anyOperator(), async (token, operator) => {
        const terms = coinTermsOf(token, operator)
        const { modules } = await compileMovePackage(sourcesWith(terms))
        expect(modules).toEqual([Buffer.from(coinPackageOf(terms).module).toString('base64')])
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['all for drops, of the largest supply', exampleOf({ forDrops: MAX_AMOUNT })],
    ['nothing for drops', exampleOf({ forDrops: 0n })],
    ['equal parts', exampleOf({ forDrops: 500n, totalSupply: amountOf(1_000n) })],
    [
      'long words in many scripts',
      exampleOf({
        forDrops: 1n,
        symbol: 'A_$.-9',
        name: '辣椒 🌶️'.repeat(17),
        description: '🌶️'.repeat(2_500),
        imageUrl: `https://example.com/${'ü'.repeat(300)}`,
        decimals: 18,
      }),
    ],
  ])('mints a coin of %s', async (_what, token) => {
    const { passed, output } = await runMoveTests(sourcesWith(coinTermsOf(token, OPERATOR)))
    expect(output).toContain('passed: 4; failed: 0')
    expect(passed).toBe(true)
  })
})
