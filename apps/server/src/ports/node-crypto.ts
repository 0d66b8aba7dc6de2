import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Hashes, RandomSource } from '@dropkit/core'

export const nodeRandom: RandomSource = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
}

/** For short messages, importing the key into OpenSSL takes most of the time. All draws of a batch share one key. */
const preparedKeys = new WeakMap<Uint8Array, KeyObject>()

function prepared(key: Uint8Array): KeyObject {
  const known = preparedKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  preparedKeys.set(key, made)
  return made
}

/** The bytes of a key must not change after its first use. */
export const nodeHashes: Hashes = {
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
  hmacSha256: (key, message) =>
    new Uint8Array(createHmac('sha256', prepared(key)).update(message, 'utf8').digest()),
}
