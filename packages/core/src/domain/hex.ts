const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** Two lower-case digits per byte, for digests and keys. Builds one string at once, because each claim needs a digest. */
export function hexOfBytes(bytes: Uint8Array): string {
  const codes = new Array<number>(2 * bytes.length)
  let length = 0
  for (const byte of bytes) {
    codes[length++] = DIGITS[byte >> 4] as number
    codes[length++] = DIGITS[byte & 15] as number
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
