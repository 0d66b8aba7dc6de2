import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { LinkKeys } from '@dropkit/core'

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

/** After this many keys (about 5 ms), other work gets a turn of the event loop. */
const KEYS_PER_TURN = 50
const SIGNATURE_LENGTH = 86

function keyOfLink(publicKey: string): KeyObject | undefined {
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } })
  } catch {
    return undefined
  }
}

/** Ed25519 with node:crypto. Signatures are verified in the thread pool; keys are created in small batches. */
export const nodeLinkKeys: LinkKeys = {
  async publicKeysOf(privateKeys) {
    const publicKeys: string[] = []
    for (const privateKey of privateKeys) {
      if (publicKeys.length % KEYS_PER_TURN === KEYS_PER_TURN - 1)
        await new Promise((resolve) => setImmediate(resolve))
      publicKeys.push(Buffer.from(publicKeyOf(privateKeyFrom(privateKey)), 'base64').toString('base64url'))
    }
    return publicKeys
  },

  verify(publicKey, message, signature) {
    const key = keyOfLink(publicKey)
    if (key === undefined || typeof signature !== 'string' || signature.length !== SIGNATURE_LENGTH)
      return Promise.resolve(false)
    return new Promise((resolve) =>
      verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'), (error, isGood) =>
        resolve(error === null && isGood),
      ),
    )
  },
}
