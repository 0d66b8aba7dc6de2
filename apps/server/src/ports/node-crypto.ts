import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import type { Hashes, Ids, Instant, RandomSource } from '@dropkit/core'
import { v7 } from 'uuid'

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

const SHA256_BYTES = 32

/** The bytes of a key must not change after its first use. */
export const nodeHashes: Hashes = {
  // A buffer would be outside of the JavaScript heap, which takes longer than the hash.
  sha256(bytes) {
    const text = hash('sha256', bytes, 'binary')
    const digest = new Uint8Array(SHA256_BYTES)
    for (let at = 0; at < SHA256_BYTES; at++) digest[at] = text.charCodeAt(at)
    return digest
  },
  hmacSha256: (key, message) =>
    new Uint8Array(createHmac('sha256', prepared(key)).update(message, 'utf8').digest()),
}

const LAST_COUNT = 0xfff

/**
 * UUIDs of version 7. The ids of one process sort by creation: within a millisecond, the twelve bits after the time are a
 * counter (RFC 9562, 6.2, method 1). If the counter overflows or the clock goes backwards, the time in the ids runs ahead
 * of the clock. The other 62 bits are random.
 */
export function createUuidIds(random: RandomSource): Ids {
  let latest: Instant = 0
  let count = 0
  return {
    next(now) {
      if (now > latest) {
        latest = now
        count = 0
      } else if (count < LAST_COUNT) {
        count++
      } else {
        latest++
        count = 0
      }
      const bytes = random.bytes(16)
      // The package's sequence has 32 bits. The first twelve are the counter, the rest stays random.
      const seq = (count << 20) | (((bytes[6] ?? 0) << 12) | ((bytes[7] ?? 0) << 4) | ((bytes[8] ?? 0) & 0xf))
      return v7({ msecs: latest, seq, random: bytes }).replaceAll('-', '')
    },
  }
}
