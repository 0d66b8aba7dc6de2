import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { LinkKeys } from '@dropkit/core'
import { privateKeyFrom, publicKeyOf } from './ed25519-keys.ts'

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
