import { setImmediate as nextTurn } from 'node:timers/promises'

const DIGITS = /^[A-Za-z0-9+/_-]*$/
const BLANKS = /[\t\n\r ]+/g
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Base64 with the usual or the URL-safe digits, padded or not; lines may be broken. Undefined when it is none: Node's
 * own decoder passes over whatever it does not know, and would give other bytes than were meant.
 */
export async function decodeBase64(text: string): Promise<Uint8Array | undefined> {
  const pieces: string[] = []
  for await (const slice of slicesOf(text)) pieces.push(slice.replace(BLANKS, ''))
  const packed = pieces.join('')
  const digits = packed.slice(0, packed.length - paddingOf(packed))
  const isPadded = digits.length < packed.length
  if (isPadded && packed.length % 4 !== 0) return undefined
  const rest = digits.length % 4
  if (rest === 1) return undefined
  for await (const slice of slicesOf(digits)) if (!DIGITS.test(slice)) return undefined
  // What the last digit says beyond the last whole byte must be nothing: something was cut off there.
  const unused = rest === 2 ? 0b1111 : rest === 3 ? 0b11 : 0
  if (unused !== 0 && (digitValue(digits.at(-1) ?? '') & unused) !== 0) return undefined
  return new Uint8Array(Buffer.from(digits, 'base64'))
}

/** A slice takes a few milliseconds; other requests are served between two of them. */
const SLICE_LENGTH = 500_000

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += SLICE_LENGTH) {
    if (start > 0) await nextTurn()
    yield text.slice(start, start + SLICE_LENGTH)
  }
  if (text.length > SLICE_LENGTH) await nextTurn()
}

const paddingOf = (packed: string): number => (packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0)

const digitValue = (digit: string): number =>
  ALPHABET.indexOf(digit === '-' ? '+' : digit === '_' ? '/' : digit)
