import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Hashes, RandomSource } from '@dropkit/core'

export const nodeRandom: RandomSource = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
}

/** For OpenSSL to take a key's bytes in is most of the work of a short message; a batch's draws share one key. */
const preparedKeys = new WeakMap<Uint8Array, KeyObject>()

function prepared(key: Uint8Array): KeyObject {
  const known = preparedKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  preparedKeys.set(key, made)
  return made
}

/** A key's bytes must not change once it has been used. */
export const nodeHashes: Hashes = {
  sha256: (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer')),
  hmacSha256: (key, message) =>
    new Uint8Array(createHmac('sha256', prepared(key)).update(message, 'utf8').digest()),
}
