import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export const ED25519_KEY_BYTES = 32
export const ED25519_SIGNATURE_BYTES = 64

// RFC 8410: the bytes before the 32 bytes of a key in PKCS #8 and in SubjectPublicKeyInfo.
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** The private key that is derived from 32 bytes (RFC 8032 calls them the secret key; others call them the seed). */
export function privateKeyFrom(secretKey: Uint8Array): KeyObject {
  if (secretKey.length !== ED25519_KEY_BYTES) throw new Error('an Ed25519 private key has 32 bytes')
  return createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, secretKey]),
    format: 'der',
    type: 'pkcs8',
  })
}

export function publicKeyFrom(publicKey: Uint8Array): KeyObject {
  if (publicKey.length !== ED25519_KEY_BYTES) throw new Error('an Ed25519 public key has 32 bytes')
  return createPublicKey({ key: Buffer.concat([PUBLIC_KEY_PREFIX, publicKey]), format: 'der', type: 'spki' })
}

/** The 32 bytes of the public key for a private key, in base64. */
export function publicKeyOf(privateKey: KeyObject): string {
  const encoded = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return encoded.subarray(PUBLIC_KEY_PREFIX.length).toString('base64')
}
