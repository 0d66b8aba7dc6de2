import { blake2b } from '@noble/hashes/blake2.js'

/** BLAKE2b with 32 bytes, which is Sui's hash, over the concatenated parts. */
export function blake2b256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = blake2b.create({ dkLen: 32 })
  for (const part of parts) hash.update(part)
  return hash.digest()
}
