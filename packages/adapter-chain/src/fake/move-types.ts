import { isValidStructTag, normalizeStructTag } from '@mysten/sui/utils'

const MAX_TYPE_LENGTH = 1_000
const BEGINS_WITH_ADDRESS = /^0x[0-9a-f]{1,64}::/i

/**
 * Reads `0xPACKAGE::module::TYPE`, with type parameters or without, into its one normal form: every address in it
 * with 64 digits. Undefined when it is no such type.
 */
export function normalizeType(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_TYPE_LENGTH || !BEGINS_WITH_ADDRESS.test(trimmed)) return undefined
  try {
    const normalized = normalizeStructTag(trimmed)
    return isValidStructTag(normalized) ? normalized : undefined
  } catch {
    return undefined
  }
}

/** The name of a normalised type, without its parameters: `SUI` of `0x2::sui::SUI`. */
export const typeName = (type: string): string => /^[^:]+::\w+::(\w+)/.exec(type)?.[1] ?? type

const MOVE_KEYWORDS: ReadonlySet<string> = new Set(
  `abort acquires as break const continue copy else entry enum false for friend fun has if invariant let loop match
  macro module move mut native phantom public return script spec struct true type use while address bool u8 u16
  u32 u64 u128 u256 vector signer`.split(/\s+/),
)

/**
 * The module and the type that a coin with this symbol is published as. A symbol may hold signs, begin with a digit
 * or be a word of the language; a Move identifier may not. As Sui wants of a coin, the type is the module in capitals.
 */
export function moveNamesOf(symbol: string): { readonly module: string; readonly type: string } {
  const plain = symbol.toLowerCase().replace(/[^a-z0-9_]/g, '_')
  const module = /^[a-z]/.test(plain) && !MOVE_KEYWORDS.has(plain) ? plain : `coin_${plain}`
  return { module, type: module.toUpperCase() }
}
