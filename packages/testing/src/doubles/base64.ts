import { invariant } from '@dropkit/core/internal'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 63])
    text += digits.slice(0, Math.min(4, bytes.length - at + 1)).join('')
  }
  return text.padEnd(4 * Math.ceil(text.length / 4), '=')
}

export function fromBase64(text: string): Uint8Array {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const digit of text.replace(/=+$/, '')) {
    const value = ALPHABET.indexOf(digit)
    invariant(value >= 0, `${digit} is not a digit of base64`)
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 255)
    }
  }
  return Uint8Array.from(bytes)
}
