import { bcs } from '@mysten/sui/bcs'
import { DropLayout, NftDropLayout } from '../../src/sui/move-layouts.ts'
import type { PieceLooks } from './dropkit-functions.ts'
import { hex } from './move-test.ts'
import { coinOf, coinValue, typeArguments } from './objects.ts'

// The structs of the package that only the node writes. Those that the adapter reads are in `src/sui/move-layouts.ts`. The
// virtual machine compares each with its own result.

const bytes = bcs.byteVector()

export const OwnerCap = bcs.struct('OwnerCap', { id: bcs.Address, drop_id: bcs.Address })
export const Nft = bcs.struct('Nft', {
  id: bcs.Address,
  drop_id: bcs.Address,
  number: bcs.u64(),
  name: bcs.string(),
  description: bcs.string(),
  image_url: bcs.string(),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
})

/** The stored looks of a piece, as a dynamic field of the drop under the piece's number. */
export const LooksField = bcs.struct('Field<u64, Looks>', {
  id: bcs.Address,
  number: bcs.u64(),
  name: bcs.option(bcs.string()),
  image_url: bcs.option(bcs.string()),
  attributes: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
})

export const DropNamed = bcs.struct('Paused', { drop_id: bcs.Address })
export const DropCounted = bcs.struct('Closed', { drop_id: bcs.Address, returned: bcs.u64() })
export const KeyRotated = bcs.struct('KeyRotated', { drop_id: bcs.Address, public_key: bytes })
export const NftOpened = bcs.struct('Opened', {
  drop_id: bcs.Address,
  public_key: bytes,
  supply: bcs.u64(),
  label: bytes,
})

const Supply = bcs.struct('Supply', { value: bcs.u64() })

/** A coin in the registry, or one that is not registered yet. */
export const CurrencyStruct = bcs.struct('Currency', {
  id: bcs.Address,
  decimals: bcs.u8(),
  name: bcs.string(),
  symbol: bcs.string(),
  description: bcs.string(),
  icon_url: bcs.string(),
  supply: bcs.option(bcs.enum('SupplyState', { Fixed: Supply, BurnOnly: Supply, Unknown: null })),
  regulated: bcs.enum('RegulatedState', {
    Regulated: bcs.struct('Regulated', {
      cap: bcs.Address,
      allow_global_pause: bcs.option(bcs.bool()),
      variant: bcs.u8(),
    }),
    Unregulated: null,
    Unknown: null,
  }),
  treasury_cap_id: bcs.option(bcs.Address),
  metadata_cap_id: bcs.enum('MetadataCapState', { Claimed: bcs.Address, Unclaimed: null, Deleted: null }),
  extra_fields: bcs.vector(bcs.struct('Entry', { key: bcs.string(), type: bcs.string(), value: bytes })),
})
export const UpgradeCap = bcs.struct('UpgradeCap', {
  id: bcs.Address,
  package: bcs.Address,
  version: bcs.u64(),
  policy: bcs.u8(),
})
export const PublisherStruct = bcs.struct('Publisher', {
  id: bcs.Address,
  package: bcs.string(),
  module_name: bcs.string(),
})
export const DisplayStruct = bcs.struct('Display', {
  id: bcs.Address,
  fields: bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })),
  cap_id: bcs.option(bcs.Address),
})
export const Deployed = bcs.struct('Deployed', {
  token_id: bytes,
  operator: bcs.Address,
  for_drops: bcs.u64(),
  owner: bcs.Address,
  for_owner: bcs.u64(),
})

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
type UsedWords = ReadonlyMap<bigint, bigint>

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
