/** The most characters of a type in normal form. */
const MAX_LENGTH = 1_000
/** How deep type arguments may be nested. */
const MAX_DEPTH = 16

const STRUCT = /0x([0-9a-f]{1,64})::([a-z]\w*)::([a-z]\w*)/iy
const PRIMITIVE = /(?:bool|address|u8|u16|u32|u64|u128|u256)\b/y

/**
 * Normalizes `0xPACKAGE::module::TYPE`, with or without type arguments: each address in it has 64 digits, and there are no
 * spaces. Undefined if the text is not such a type.
 */
export function normalizeType(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH) return undefined
  const source = trimmed.replace(/ *([<>,]) */g, '$1')
  let at = 0

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }

  function readStruct(depth: number): string | undefined {
    const [match, digits = '', module, name] = take(STRUCT) ?? []
    if (match === undefined) return undefined
    const struct = `0x${digits.toLowerCase().padStart(64, '0')}::${module}::${name}`
    if (!take(/</y)) return struct
    const parameters: string[] = []
    do {
      const parameter = readParameter(depth + 1)
      if (parameter === undefined) return undefined
      parameters.push(parameter)
    } while (take(/,/y))
    return take(/>/y) ? `${struct}<${parameters.join(',')}>` : undefined
  }

  function readParameter(depth: number): string | undefined {
    if (depth > MAX_DEPTH) return undefined
    const primitive = take(PRIMITIVE)
    if (primitive) return primitive[0]
    if (!take(/vector</y)) return readStruct(depth)
    const inner = readParameter(depth + 1)
    return inner !== undefined && take(/>/y) ? `vector<${inner}>` : undefined
  }

  const type = readStruct(0)
  return at === source.length && type !== undefined && type.length <= MAX_LENGTH ? type : undefined
}
