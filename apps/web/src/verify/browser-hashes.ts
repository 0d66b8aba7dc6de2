import type { DrawHashes } from '@dropkit/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The browser's own hashes answer one promise each; a hundred thousand draws want them at once. */
export const browserHashes: DrawHashes = {
  sha256,
  hmacSha256: (key, message) => hmac(sha256, key, utf8ToBytes(message)),
}
