/** The two hashes the rules need. Synchronous: draws are computed one after another under the drop's lock. */
export interface Hashes {
  /** SHA-256; 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array
  /** HMAC-SHA256 of a message in UTF-8; 32 bytes. */
  hmacSha256(key: Uint8Array, message: string): Uint8Array
}
