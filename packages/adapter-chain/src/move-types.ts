import { isValidStructTag, normalizeStructTag } from '@mysten/sui/utils'

const MAX_TYPE_LENGTH = 1_000
const BEGINS_WITH_ADDRESS = /^0x[0-9a-f]{1,64}::/i

/**
 * Normalizes `0xPACKAGE::module::TYPE`, with or without type parameters, so that each address in it has 64 digits.
 * Undefined if the text is not such a type.
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

/** The name of a normalized type, without its parameters: `SUI` for `0x2::sui::SUI`. */
export const typeName = (type: string): string => /^[^:]+::\w+::(\w+)/.exec(type)?.[1] ?? type
