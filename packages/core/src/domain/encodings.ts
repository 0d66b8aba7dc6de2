const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** Two lower-case digits per byte, for digests and keys. Builds one string at once, because each claim needs a digest. */
export function hexOfBytes(bytes: Uint8Array): string {
  const codes = new Array<number>(2 * bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    codes[2 * at] = DIGITS[byte >> 4] as number
    codes[2 * at + 1] = DIGITS[byte & 15] as number
  }
  return String.fromCharCode(...codes)
}

/** Parses hex digits in any case, two per byte; undefined for any other text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}

/** Every JavaScript engine has this function, but not every type library declares it. */
declare const btoa: (text: string) => string

/** Base64 with the URL-safe alphabet, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Every JavaScript engine has this class, but not every type library declares it. */
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array
  encodeInto(text: string, target: Uint8Array): { readonly written: number }
}

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** For shorter texts, counting is faster than encoding. */
const SHORT = 256

/** The length of a text in UTF-8 bytes. */
export function utf8LengthOf(text: string): number {
  if (text.length > SHORT) return encodedLengthOf(text)
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    // Each half of a surrogate pair takes two of the pair's four bytes. A lone half is written as U+FFFD, which takes
    // three.
    const isPaired = isPair(code, text.charCodeAt(at + 1)) || isPair(text.charCodeAt(at - 1), code)
    bytes += code < 0x800 || isPaired ? 1 : 2
  }
  return bytes
}

const PIECE = 16_384
const scratch = new Uint8Array(3 * PIECE)

/**
 * The hash of a text in UTF-8, in hex. Each claim needs one, and new bytes for its text would take longer than the hash, because
 * they are outside of the JavaScript heap. So `hash` gets the same memory each time.
 */
export function hexHashOf(text: string, hash: (bytes: Uint8Array) => Uint8Array): string {
  const bytes =
    text.length > PIECE ? utf8(text) : scratch.subarray(0, encoder.encodeInto(text, scratch).written)
  return hexOfBytes(hash(bytes))
}

/** Encodes a text piece by piece into the same memory, because a text can have ten million characters. */
function encodedLengthOf(text: string): number {
  let bytes = 0
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + PIECE
    if (isPair(text.charCodeAt(to - 1), text.charCodeAt(to))) to--
    bytes += encoder.encodeInto(text.slice(from, to), scratch).written
  }
  return bytes
}

const SURROGATE = /[\ud800-\udfff]/

/** The length of a text in Unicode code points. Counts without an array of them, because a body can hold ten million. */
export function codePointsIn(text: string): number {
  let count = text.length
  if (!SURROGATE.test(text)) return count
  for (let at = 1; at < text.length; at++) {
    if (isPair(text.charCodeAt(at - 1), text.charCodeAt(at))) count--
  }
  return count
}

const isPair = (high: number, low: number): boolean =>
  high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000
