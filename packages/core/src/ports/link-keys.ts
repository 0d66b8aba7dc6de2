/** The Ed25519 keys of claim links. Their private halves are in the links alone. */
export interface LinkKeys {
  /**
   * The public keys of 32-byte private keys, in their order, in base64url. There may be 100,000: the work must not block
   * the process. Each private key is made when it is read, so read them as slowly as they are worked on.
   */
  publicKeysOf(privateKeys: Iterable<Uint8Array>): Promise<readonly string[]>
  /** Whether this key signed the message in UTF-8. The signature is base64url of 64 bytes. Never throws. */
  verify(publicKey: string, message: string, signature: string): Promise<boolean>
}
