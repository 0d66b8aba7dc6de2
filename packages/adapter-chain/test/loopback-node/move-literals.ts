import { DropLayout, NftDropLayout } from '../../src/sui/move-layouts.ts'
import type { PieceLooks } from './dropkit-functions.ts'
import { OwnerCap, PublisherStruct } from './move-structs.ts'
import { hex } from './move-test.ts'
import { coinOf, coinValue, typeArguments } from './objects.ts'

// Values as Move source code.

export const bytesText = (bytes: Uint8Array): string => `x"${hex(bytes)}"`
export const stringText = (text: string): string => `std::string::utf8(${bytesText(Buffer.from(text))})`

export const optionalText = (text: string | null): string =>
  text === null ? 'std::option::none<std::string::String>()' : `std::option::some(${stringText(text)})`

const vectorText = (type: string, items: readonly string[]): string => `vector<${type}>[${items.join(', ')}]`
export const addressesText = (addresses: readonly string[]): string =>
  vectorText(
    'address',
    addresses.map((address) => `@${address}`),
  )
export const numbersText = (type: 'u64' | 'u256', numbers: readonly (bigint | string)[]): string =>
  vectorText(type, numbers.map(String))

/** A type as Move source code in a file without named addresses. Only the package's own address is a name. */
export const typeText = (type: string, packageId: string): string =>
  type.replaceAll(`${packageId}::`, 'dropkit::')

/** The existing words of a vault's used nonces that a transaction touches. */
export type UsedWords = ReadonlyMap<bigint, bigint>

/** Move code that constructs a vault with its state on the chain. */
export function vaultText(type: string, contents: Uint8Array, words: UsedWords, packageId: string): string {
  const nonces = ({ words: table }: { words: { id: string; size: string } }) =>
    `dropkit::nonces::at(@${table.id}, ${table.size}, ${numbersText('u64', [...words.keys()])}, ${numbersText('u256', [...words.values()])})`
  const [coinType = ''] = typeArguments(type)
  if (type.startsWith(`${packageId}::nft_drop::NftDrop<`)) {
    const {
      id,
      name,
      description,
      image_url,
      image_url_end: end,
      attributes,
      supply,
      minted,
      public_key,
      used,
      is_paused,
      label,
    } = NftDropLayout.parse(contents)
    const texts = [name, description, image_url].map(stringText).join(', ')
    const [names, values] = attributesText(attributes)
    return `dropkit::nft_drop::at<${coinType}>(@${id}, ${texts}, ${optionalText(end)}, ${names}, ${values}, ${supply}, ${minted}, ${bytesText(Uint8Array.from(public_key))}, ${nonces(used)}, ${is_paused}, ${bytesText(Uint8Array.from(label))})`
  }
  const { id, balance, deposited, public_key, used, is_paused, funders, label } = DropLayout.parse(contents)
  const from = addressesText(funders.map((funder) => funder.from))
  const amounts = numbersText(
    'u64',
    funders.map(({ amount }) => amount),
  )
  return `dropkit::drop::at<${coinType}>(@${id}, ${balance.value}, ${deposited}, ${bytesText(Uint8Array.from(public_key))}, ${nonces(used)}, ${is_paused}, ${from}, ${amounts}, ${bytesText(Uint8Array.from(label))})`
}

export function capText(type: string, contents: Uint8Array): string {
  const module = type.includes('::nft_drop::') ? 'nft_drop' : 'drop'
  const { id, drop_id } = OwnerCap.parse(contents)
  return `dropkit::${module}::cap_at(@${id}, @${drop_id})`
}

/** Move code that stores the looks of a piece where the drop finds them when it mints the piece. */
export function looksText(
  vault: string,
  number: bigint,
  { name, image_url, attributes }: PieceLooks,
): string {
  const texts = [name, image_url].map(optionalText).join(', ')
  return `dropkit::nft_drop::put_looks(&mut ${vault}, ${number}, ${texts}, ${attributesText(attributes).join(', ')});`
}

/** Returns the list of names and the list of values. */
const attributesText = (attributes: PieceLooks['attributes']): readonly string[] => [
  stringsText(attributes.map(({ key }) => key)),
  stringsText(attributes.map(({ value }) => value)),
]

const stringsText = (texts: readonly string[]): string =>
  vectorText('std::string::String', texts.map(stringText))

export function publisherText(contents: Uint8Array): string {
  const { id, package: digits, module_name } = PublisherStruct.parse(contents)
  return `sui::package::publisher_at(@${id}, ${bytesText(Buffer.from(digits))}, ${bytesText(Buffer.from(module_name))})`
}

export function coinText(objectId: string, type: string, contents: Uint8Array): string {
  return `sui::coin::at<${coinOf(type)}>(@${objectId}, ${coinValue(contents)})`
}
