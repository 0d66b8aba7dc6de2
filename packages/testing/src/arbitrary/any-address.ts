import { type Address, parseAddress } from '@dropkit/core'
import fc from 'fast-check'

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
