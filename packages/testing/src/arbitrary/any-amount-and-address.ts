import { type Address, type Amount, amountOf, parseAddress } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import fc from 'fast-check'

/**
 * Values at which arithmetic is likely to fail: around powers of two, the precision of a double, and the maximum of a
 * signed column.
 */
const EDGES: readonly bigint[] = [
  0n,
  1n,
  2n,
  99n,
  100n,
  101n,
  (1n << 31n) - 1n,
  1n << 31n,
  1n << 32n,
  (1n << 53n) - 1n,
  1n << 53n,
  (1n << 53n) + 1n,
  (1n << 63n) - 1n,
  1n << 63n,
  MAX_AMOUNT - 1n,
  MAX_AMOUNT,
]

/** An amount in a range. The ends of the range and the edges of number formats occur more often than other values. */
export function anyAmount(min = 0n, max: bigint = MAX_AMOUNT): fc.Arbitrary<Amount> {
  const edges = [...new Set([min, max, ...EDGES])].filter((edge) => edge >= min && edge <= max)
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.constantFrom(...edges) },
      { weight: 3, arbitrary: fc.bigInt({ min, max: max < min + 1_000n ? max : min + 1_000n }) },
      { weight: 3, arbitrary: fc.bigInt({ min, max }) },
    )
    .map(amountOf)
}

/** An amount from 1 to `max`. Small amounts and those near `max` occur more often. */
export const anyPositiveAmount = (max: bigint = MAX_AMOUNT): fc.Arbitrary<Amount> => anyAmount(1n, max)

/** Texts that are not valid amounts, although some look like one. */
export const anyBadAmountText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '-1',
      '-0',
      '+1',
      '1.5',
      '1.',
      '.5',
      '01',
      '00',
      '1e3',
      '0x10',
      '1_000',
      '1,000',
    ),
    fc.constantFrom(' 1', '1 ', '1\n', '\t1', '１２', '٣', '१२', '1n', 'NaN', 'Infinity', 'null', '①'),
    fc.constantFrom(
      '18446744073709551616',
      '99999999999999999999',
      '100000000000000000000',
      '9'.repeat(1_000),
    ),
    fc.bigInt({ min: MAX_AMOUNT + 1n, max: 1n << 200n }).map(String),
    anyAmount(1n).map((amount) => `0${amount}`),
    anyAmount(1n).map((amount) => `-${amount}`),
  )

/** Parses an address. Throws if the text is not valid. */
export function addressOf(text: string): Address {
  const address = parseAddress(text, 'address')
  if (!address.ok) throw new Error(`${text} is not an address`)
  return address.value
}

const hexDigit = (): fc.Arbitrary<string> => fc.constantFrom(...'0123456789abcdefABCDEF')

/** The text of an address in any accepted form: any case, with or without leading zeros. */
export const anyAddressText = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('0x', '0X'), fc.string({ unit: hexDigit(), minLength: 1, maxLength: 64 }))
    .map(([prefix, digits]) => prefix + digits)

/** Any address, parsed from any accepted form. */
export const anyAddress = (): fc.Arbitrary<Address> => anyAddressText().map(addressOf)

/** Texts that are not valid addresses. */
export const anyBadAddressText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '',
      '0x',
      'x',
      '1',
      'ff',
      '0x0x1',
      '0xg',
      '0x 1',
      ' 0x1',
      '0x1 ',
      '0x1\n',
      '-0x1',
      '0x１',
    ),
    fc.string({ unit: hexDigit(), minLength: 65, maxLength: 80 }).map((digits) => `0x${digits}`),
    fc.string({ unit: hexDigit(), minLength: 1, maxLength: 64 }),
  )

/** One of a few wallets, so that the same wallets occur repeatedly. */
export const anyWallet = (count = 4): fc.Arbitrary<Address> =>
  fc.integer({ min: 1, max: count }).map((n) => addressOf(`0xaa${n.toString(16)}`))
