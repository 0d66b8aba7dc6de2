/** The hashes that the rules need. Synchronous, because draws are computed one by one under the drop's lock. */
export interface Hashes {
  /** SHA-256; 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array
  /** HMAC-SHA256 of a UTF-8 message; 32 bytes. */
  hmacSha256(key: Uint8Array, message: string): Uint8Array
}
