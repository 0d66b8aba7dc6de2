import { type Address, amountOf, type Token } from '@dropkit/core'
import { idOf, MAX_AMOUNT, MAX_DECIMALS, parseText } from '@dropkit/core/internal'
import * as fc from 'fast-check'

const anyText = (min: number, max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength: min, maxLength: max }),
      fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.ceil(max / 8) }),
      // The placeholders of other constants of the template.
      fc.constantFrom('SYMBOL OF THE COIN', 'Name of the coinn', 'x'),
    )
    .map((text) => parseText(text, 'text', { min, max }))
    .filter((parsed) => parsed.ok)
    .map((parsed) => parsed.value)

const anySymbol = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_$.-]{1,32}$/),
  fc.constantFrom('PEPPER', 'coin', 'INIT', 'template', 'TEMPLATE', 'Transfer', '$', 'vector', 'x'),
)

const anyImageUrl = fc.constantFrom(
  null,
  '/files/file_1',
  'https://example.com/pepper.png?size=2#top',
  'https://exämple.com/grün/🌶️.png',
  'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  `https://example.com/${'a'.repeat(2_000)}`,
  'https://example.com/\ud800',
  'x:',
)

const anySupply = fc
  .oneof(
    fc.constantFrom([0n, 1n], [1n, 0n], [MAX_AMOUNT, 0n], [0n, MAX_AMOUNT], [500n, 500n]),
    fc
      .tuple(fc.bigInt({ min: 1n, max: MAX_AMOUNT }), fc.bigInt({ min: 0n, max: MAX_AMOUNT }))
      .map(([total, part]) => [part % (total + 1n), total - (part % (total + 1n))]),
  )
  .map(([forDrops = 0n, rest = 0n]) => ({ forDrops, totalSupply: forDrops + rest }))

/** Any valid token that is not published yet. */
export const anyCoinToken = (): fc.Arbitrary<Token> =>
  fc
    .record({
      unique: fc.stringMatching(/^[0-9a-f]{32}$/),
      symbol: anySymbol,
      name: anyText(1, 120),
      description: fc.option(anyText(0, 5_000)),
      imageUrl: anyImageUrl,
      decimals: fc.integer({ min: 0, max: MAX_DECIMALS }),
      supply: anySupply,
    })
    .map(({ unique, supply: { forDrops, totalSupply }, ...words }) => ({
      ...words,
      id: idOf('token', unique),
      creatorId: idOf('user', unique),
      totalSupply: amountOf(totalSupply),
      isExternal: false,
      reserves: { communityDrops: amountOf(forDrops), publicSale: amountOf(0n), creator: amountOf(0n) },
      deployment: { kind: 'PENDING' },
      createdAt: 0,
      updatedAt: 0,
    }))

/** Any address except the zero address. */
export const anyOperator = (): fc.Arbitrary<Address> =>
  fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((bytes) => bytes.some((byte) => byte !== 0))
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Address)
