import type { DrawHashes } from '@dropkit/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The HMAC state of the last key. All draws of a drop use the same key. */
let prepared: { readonly key: Uint8Array; readonly mac: ReturnType<typeof hmac.create> } | null = null

/** Synchronous hashes, because the browser's own return a promise each, which is too slow for a hundred thousand draws. */
export const browserHashes: DrawHashes = {
  sha256,
  hmacSha256(key, message) {
    if (prepared?.key !== key) prepared = { key, mac: hmac.create(sha256, key) }
    return prepared.mac.clone().update(utf8ToBytes(message)).digest()
  },
}
