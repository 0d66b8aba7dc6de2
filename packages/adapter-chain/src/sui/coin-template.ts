import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Address, type Amount, amountOf, type Token } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { bcs } from '@mysten/sui/bcs'
import { moveNamesOf } from '../move-types.ts'

/** A coin's package, in the form that a publish transaction takes. */
interface CoinPackage {
  /** The bytecode of its only module. */
  readonly module: Uint8Array
  /** The packages that it is linked against. */
  readonly dependencies: readonly Address[]
}

/** A module that was made from our template for some coin. */
export interface RecognizedCoin {
  /** The package that the module names as its own; the zero address before it is published. */
  readonly packageId: Address
  readonly coinType: string
  readonly terms: CoinTerms
}

/** The used parts of a deserialized module. The rest stays unchanged. */
interface ModuleParts {
  readonly identifiers: readonly string[]
  /** Hex digits without 0x. */
  readonly address_identifiers: readonly string[]
  readonly constant_pool: readonly { readonly type_: unknown; readonly data: readonly number[] }[]
  readonly module_handles: readonly { readonly address: number }[]
  readonly self_module_handle_idx: number
}

interface Template {
  readonly parts: ModuleParts
  readonly dependencies: readonly Address[]
  /** The index in the constant pool for each entry of `COIN_CONSTANTS`. */
  readonly places: readonly number[]
}

let template: Template | undefined

/** The package that publishes a coin on these terms. Throws if the operator is the zero address. */
export function coinPackageOf(terms: CoinTerms): CoinPackage {
  invariant(BigInt(terms.operator) !== 0n, 'the operator has an address')
  const module = moduleOf(terms, UNPUBLISHED)
  invariant(recognizeCoin(module) !== null, `the module of ${terms.tokenId} reads back as it was written`)
  return { module, dependencies: readTemplate().dependencies }
}

/**
 * Checks whether the bytes of a module, published or not, are byte for byte our template for some coin. If so, no more of
 * the coin can ever be minted, and the terms in the module are true. Null for any other module. The caller must check the
 * operator in the terms.
 */
export function recognizeCoin(module: Uint8Array): RecognizedCoin | null {
  try {
    const { packageId, terms } = readModule(module)
    if (!bytesEqual(moduleOf(terms, packageId), module)) return null
    const names = moveNamesOf(terms.symbol)
    return { packageId, coinType: `${packageId}::${names.module}::${names.type}`, terms }
  } catch {
    // Anyone may publish any bytes: they may not be a module, or may contain something else in place of the terms.
    return null
  }
}

const UNPUBLISHED = `0x${'0'.repeat(64)}` as Address

function moduleOf(terms: CoinTerms, packageId: Address): Uint8Array {
  const { parts, places } = readTemplate()
  const { module, type } = moveNamesOf(terms.symbol)
  const names: Readonly<Record<string, string>> = { template: module, TEMPLATE: type }
  const self = selfAddressAt(parts)
  const patched: ModuleParts = {
    ...parts,
    identifiers: parts.identifiers.map((name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)),
    address_identifiers: parts.address_identifiers.map((address, index) =>
      index === self ? packageId.slice(2) : address,
    ),
    constant_pool: parts.constant_pool.map((constant, index) => {
      const known = COIN_CONSTANTS[places.indexOf(index)]
      return known === undefined ? constant : { ...constant, data: [...known.write(terms)] }
    }),
  }
  return serialize(patched)
}

/** Reads the terms from the places where the template has them. The rest of the module is not checked yet. */
function readModule(module: Uint8Array): Pick<RecognizedCoin, 'packageId' | 'terms'> {
  const parts: ModuleParts = deserialize(module)
  const read = readTemplate().places.map((place, index) =>
    COIN_CONSTANTS[index]?.read(Uint8Array.from(parts.constant_pool[place]?.data ?? [])),
  )
  const packageId = `0x${parts.address_identifiers[selfAddressAt(parts)]}` as Address
  return { packageId, terms: Object.assign({}, ...read) }
}

const selfAddressAt = ({ module_handles, self_module_handle_idx }: ModuleParts): number =>
  module_handles[self_module_handle_idx]?.address ?? 0

function readTemplate(): Template {
  if (template) return template
  // The relative path is the same from the sources and from `dist`.
  const compiled: { readonly modules: readonly string[]; readonly dependencies: readonly Address[] } =
    JSON.parse(readFileSync(new URL('../../move/build/coin_template.json', import.meta.url), 'utf8'))
  const [module = ''] = compiled.modules
  const parts: ModuleParts = deserialize(Buffer.from(module, 'base64'))
  const places = COIN_CONSTANTS.map(({ type, placeholder }) => {
    const found = parts.constant_pool.flatMap((constant, index) =>
      JSON.stringify(constant.type_) === JSON.stringify(type) &&
      bytesEqual(Uint8Array.from(constant.data), placeholder)
        ? [index]
        : [],
    )
    invariant(found.length === 1, `the template has one constant for each of a coin's terms`)
    return found[0] ?? 0
  })
  template = { parts, dependencies: compiled.dependencies, places }
  return template
}

const bytesEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** A Move package, in the form in which it is published. */
export interface CompiledPackage {
  /** Base64 of each module. */
  readonly modules: readonly string[]
  /** The addresses of the packages that it depends on. */
  readonly dependencies: readonly string[]
}

/** Dropkit's own package, as compiled from `move/dropkit` and committed. */
export const compiledDropkit = async (): Promise<CompiledPackage> =>
  // The relative path is the same from the sources and from `dist`.
  JSON.parse(await readFile(new URL('../../move/build/dropkit.json', import.meta.url), 'utf8'))

/** The terms of a published coin. */
export interface CoinTerms {
  /** The id of the token at Dropkit. */
  readonly tokenId: string
  readonly symbol: string
  readonly name: string
  /** May be empty. */
  readonly description: string
  /** An absolute URL in ASCII; empty if there is none. */
  readonly iconUrl: string
  readonly decimals: number
  /** The amount that is minted to the operator, who fills vaults from it. */
  readonly forDrops: Amount
  /** The amount that is minted to the wallet that publishes the coin. */
  readonly forOwner: Amount
  readonly operator: Address
}

/** The terms on which a token is published, for drops of this operator. */
export function coinTermsOf(token: Token, operator: Address): CoinTerms {
  const { totalSupply, reserves } = token
  return {
    tokenId: token.id,
    symbol: token.symbol,
    name: token.name,
    description: token.description ?? '',
    iconUrl: iconUrlOf(token.imageUrl),
    decimals: token.decimals,
    forDrops: reserves.communityDrops,
    forOwner: amountOf(totalSupply - reserves.communityDrops),
    operator,
  }
}

const NOT_ASCII = /[^\x20-\x7e]+/gu

/** Empty for a path on this server, because a wallet cannot resolve it. The chain accepts only ASCII. */
function iconUrlOf(imageUrl: string | null): string {
  if (imageUrl === null || imageUrl.startsWith('/')) return ''
  return imageUrl.toWellFormed().replace(NOT_ASCII, encodeURIComponent)
}

/** How one of the terms is encoded in the compiled module. */
interface CoinConstant {
  readonly type: 'U8' | 'U64' | 'U128' | 'Address' | { readonly Vector: 'U8' }
  /** The BCS of the placeholder in `template.move`. */
  readonly placeholder: Uint8Array
  write(terms: CoinTerms): Uint8Array
  /** Throws if `write` could not have produced the data. */
  read(data: Uint8Array): Partial<CoinTerms>
}

type TextTerm = 'tokenId' | 'symbol' | 'name' | 'description' | 'iconUrl'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A text constant. Each ends in its own letter, so that no two constants are ever equal. */
function text(term: TextTerm, placeholder: string, tag: string): CoinConstant {
  const written = (value: string) =>
    bcs
      .byteVector()
      .serialize(encoder.encode(value + tag))
      .toBytes()
  return {
    type: { Vector: 'U8' },
    placeholder: written(placeholder),
    write: (terms) => written(terms[term]),
    read(data) {
      const tagged = decoder.decode(bcs.byteVector().parse(data))
      invariant(tagged.endsWith(tag), `${term} ends in ${tag}`)
      return { [term]: tagged.slice(0, -tag.length) }
    },
  }
}

/** The constants of `template.move`. */
export const COIN_CONSTANTS: readonly CoinConstant[] = [
  text('symbol', 'SYMBOL OF THE COIN', 's'),
  text('name', 'Name of the coin', 'n'),
  text('description', 'Description of the coin', 'd'),
  text('iconUrl', 'Icon of the coin', 'i'),
  text('tokenId', "Dropkit's id of the token", 't'),
  {
    type: 'U8',
    placeholder: bcs.u8().serialize(251).toBytes(),
    write: ({ decimals }) => bcs.u8().serialize(decimals).toBytes(),
    read: (data) => ({ decimals: bcs.u8().parse(data) }),
  },
  {
    type: 'U64',
    placeholder: bcs.u64().serialize(1_000_000_000_000_000_003n).toBytes(),
    write: ({ forDrops }) => bcs.u64().serialize(forDrops).toBytes(),
    read: (data) => ({ forDrops: amountOf(BigInt(bcs.u64().parse(data))) }),
  },
  {
    type: 'U128',
    placeholder: bcs.u128().serialize(2_000_000_000_000_000_005n).toBytes(),
    write: ({ forOwner }) => bcs.u128().serialize(forOwner).toBytes(),
    read: (data) => ({ forOwner: amountOf(BigInt(bcs.u128().parse(data))) }),
  },
  {
    type: 'Address',
    placeholder: bcs.Address.serialize(`0xd20b417c0de${'0'.repeat(49)}face`).toBytes(),
    write: ({ operator }) => bcs.Address.serialize(operator).toBytes(),
    read: (data) => ({ operator: bcs.Address.parse(data) as Address }),
  },
]
