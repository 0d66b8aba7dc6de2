/** The Ed25519 keys of claim links. The private keys exist only in the links. */
export interface LinkKeys {
  /**
   * The public keys of 32-byte private keys, in order, in base64url. There may be 100,000, so the work must not block the
   * process. Each private key is generated when it is read, so read them one by one.
   */
  publicKeysOf(privateKeys: Iterable<Uint8Array>): Promise<readonly string[]>
  /** Whether this key signed the message (UTF-8). The signature is base64url of 64 bytes. Never throws. */
  verify(publicKey: string, message: string, signature: string): Promise<boolean>
}
