import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Hashes, RandomSource } from '@dropkit/core'

export const nodeRandom: RandomSource = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
}

export const nodeHashes: Hashes = {
  sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  hmacSha256: (key, message) => new Uint8Array(createHmac('sha256', key).update(message, 'utf8').digest()),
}
