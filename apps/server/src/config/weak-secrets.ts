/** The least number of different bytes. A random key of 32 bytes has fewer with a probability below 10^-14. */
const LEAST_DISTINCT_BYTES = 16
const LEAST_DISTINCT_CHARACTERS = 8

/**
 * Whether a 32-byte key looks invented instead of random: a repeated byte or pattern, consecutive numbers, or text. A
 * random key is wrongly reported with a probability below 10^-13.
 */
export function isGuessableKey(key: Uint8Array): boolean {
  if (new Set(key).size < LEAST_DISTINCT_BYTES) return true
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)))
  if (steps.size < 4) return true
  const half = key.length / 2
  if (key.subarray(0, half).every((byte, index) => byte === key[half + index])) return true
  return key.every((byte) => byte >= 0x20 && byte < 0x7f)
}

const PLACEHOLDERS =
  /change.?me|replace.?me|your.?(?:api|key|secret)|example|placeholder|default|password|passw0rd|bootstrap|insecure|secret.?key|test.?key|letmein|qwerty|0123456789|1234567890|abcdefgh/i

/** Whether an API key is a usual placeholder, or has very few different characters. */
export const isPlaceholder = (secret: string): boolean =>
  PLACEHOLDERS.test(secret) || new Set(secret).size < LEAST_DISTINCT_CHARACTERS
