import { type KeyObject, verify } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import { ED25519_KEY_BYTES, ED25519_SIGNATURE_BYTES, publicKeyFrom } from '../ed25519-keys.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const publicKeys = createBoundedCache<KeyObject>(1_000)

/** Reads standard base64 of exactly `length` bytes. Undefined for anything else. */
function decodeBase64(text: string, length: number): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined
}

/** Whether the text is the base64 of a 32-byte public key. */
export const isPublicKey = (text: string): boolean => decodeBase64(text, ED25519_KEY_BYTES) !== undefined

/**
 * Whether the signature (base64 of 64 bytes) of the public key (base64 of 32) over the bytes is valid, with the same result
 * as `sui::ed25519::ed25519_verify`. False if the signature or the key is malformed.
 */
export function verifyVoucherSignature(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  const signatureBytes = decodeBase64(signature, ED25519_SIGNATURE_BYTES)
  const keyBytes = decodeBase64(publicKey, ED25519_KEY_BYTES)
  if (signatureBytes === undefined || keyBytes === undefined) return false
  const key = publicKeys.getOrMake(publicKey, () => publicKeyFrom(keyBytes))
  return verify(null, bytes, key, signatureBytes)
}
