import type { DrawHashes } from '@dropkit/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The last key, half hashed: all draws of a drop have the same one. */
let prepared: { readonly key: Uint8Array; readonly mac: ReturnType<typeof hmac.create> } | null = null

/** The browser's own hashes answer one promise each; a hundred thousand draws want them at once. */
export const browserHashes: DrawHashes = {
  sha256,
  hmacSha256(key, message) {
    if (prepared?.key !== key) prepared = { key, mac: hmac.create(sha256, key) }
    return prepared.mac.clone().update(utf8ToBytes(message)).digest()
  },
}
