const DIGITS = /^[A-Za-z0-9+/_-]*$/
const BLANKS = /[\t\n\r ]+/g
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Base64 with the usual or the URL-safe digits, padded or not; lines may be broken. Undefined when it is none: Node's
 * own decoder passes over whatever it does not know, and would give other bytes than were meant.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const packed = text.replace(BLANKS, '')
  const digits = packed.replace(/={1,2}$/, '')
  const isPadded = digits.length < packed.length
  if (isPadded && packed.length % 4 !== 0) return undefined
  const rest = digits.length % 4
  if (rest === 1 || !DIGITS.test(digits)) return undefined
  // What the last digit says beyond the last whole byte must be nothing: something was cut off there.
  const unused = rest === 2 ? 0b1111 : rest === 3 ? 0b11 : 0
  if (unused !== 0 && (digitValue(digits.at(-1) ?? '') & unused) !== 0) return undefined
  return new Uint8Array(Buffer.from(digits, 'base64'))
}

const digitValue = (digit: string): number =>
  ALPHABET.indexOf(digit === '-' ? '+' : digit === '_' ? '/' : digit)
