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
