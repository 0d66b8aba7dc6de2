import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Address } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { moveNamesOf } from '../move-types.ts'
import { COIN_CONSTANTS, type CoinTerms } from './coin-terms.ts'

/** A coin's package, in the form that a publish transaction takes. */
export interface CoinPackage {
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
