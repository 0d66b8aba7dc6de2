const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const PREVIEW_LENGTH = 8

/** The number of random bytes for one attempt to make a secret. */
export const SECRET_ENTROPY_BYTES = 64

/**
 * `dk_`, 30 random base-62 characters and their CRC-32 in base 62. With the checksum, a scanner for leaked secrets can
 * recognize a key offline. Undefined if the bytes gave too few characters: draw again.
 */
export function apiKeySecret(entropy: Uint8Array): string | undefined {
  const random = base62(entropy, RANDOM_LENGTH)
  return random === undefined ? undefined : `dk_${random}${checksum(random)}`
}

/** `ds_` and 43 random base-62 characters (256 bits). */
export function sessionSecret(entropy: Uint8Array): string | undefined {
  const random = base62(entropy, 43)
  return random === undefined ? undefined : `ds_${random}`
}

/** Whether a text has the form and the checksum of an API key. Such a key may still not exist. */
export function looksLikeApiKey(text: string): boolean {
  const match = /^dk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text)
  return match !== null && checksum(match[1] ?? '') === match[2]
}

/** The start of a secret, which is safe to show. */
export const previewOf = (secret: string): string => `${secret.slice(0, PREVIEW_LENGTH)}…`

/** Characters with equal probability. Bytes above the last whole multiple of 62 are skipped. */
function base62(entropy: Uint8Array, length: number): string | undefined {
  const fair = entropy.filter((byte) => byte < 248)
  if (fair.length < length) return undefined
  return [...fair.slice(0, length)].map((byte) => ALPHABET[byte % 62]).join('')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** CRC-32 as in zip and PNG (reflected, polynomial 0xEDB88320) of a text in ASCII. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
