import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Secrets, VoucherKey, VoucherSigner } from '@dropkit/core'
import { invariant, SEALED_FOR } from '@dropkit/core/internal'
import { bech32 } from '@scure/base'
import { createBoundedCache } from './bounded-cache.ts'
import { ED25519_KEY_BYTES, privateKeyFrom, publicKeyOf } from './ed25519-keys.ts'

// https://docs.sui.io/concepts/cryptography/transaction-auth/keys-addresses: bech32 of the scheme's flag and the key.
const KEY_TEXT_PREFIX = 'suiprivkey'
const ED25519_FLAG = 0

/**
 * An Ed25519 private key in the format that wallets show: `suiprivkey1…`. The SDK's function is not used, because it loads
 * 20 MB of zkLogin code.
 */
const encodePrivateKey = (secretKey: Uint8Array): string =>
  bech32.encode(KEY_TEXT_PREFIX, bech32.toWords(Uint8Array.of(ED25519_FLAG, ...secretKey)))

/** The 32 bytes of an Ed25519 private key. Undefined if the text is not such a key. */
function decodePrivateKey(text: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text)
  if (decoded?.prefix !== KEY_TEXT_PREFIX) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (!bytes || bytes[0] !== ED25519_FLAG || bytes.length !== ED25519_KEY_BYTES + 1) return undefined
  return Uint8Array.from(bytes.subarray(1))
}

export interface VoucherSignerOptions {
  readonly secrets: Secrets
  /** How many drops' keys are cached in memory; 1,000 by default. */
  readonly cachedKeys?: number
}

/** A drop's key cannot be opened for another drop, so a row that is copied to another drop cannot sign. */
const purposeOf = SEALED_FOR.voucherKey

/** Ed25519 with node:crypto. A signature is made in the thread pool (about 30 µs) and does not block the main thread. */
export function createVoucherSigner({ secrets, cachedKeys = 1_000 }: VoucherSignerOptions): VoucherSigner {
  const privateKeys = createBoundedCache<{ readonly key: KeyObject; readonly publicKey: string }>(cachedKeys)

  function sealKey(dropId: string, secretKey: Uint8Array): VoucherKey {
    return {
      publicKey: publicKeyOf(privateKeyFrom(secretKey)),
      privateKey: secrets.seal(secretKey, purposeOf(dropId)),
    }
  }

  function privateKeyOf(dropId: string, { publicKey, privateKey }: VoucherKey): KeyObject {
    const cached = privateKeys.getOrMake(`${dropId} ${privateKey}`, () => {
      const key = privateKeyFrom(secrets.open(privateKey, purposeOf(dropId)))
      return { key, publicKey: publicKeyOf(key) }
    })
    invariant(cached.publicKey === publicKey, `the keys of ${dropId} belong together`)
    return cached.key
  }

  return {
    generate(dropId) {
      const { privateKey } = generateKeyPairSync('ed25519')
      const { d = '' } = privateKey.export({ format: 'jwk' })
      return sealKey(dropId, Buffer.from(d, 'base64url'))
    },

    import(dropId, privateKey) {
      const secretKey = decodePrivateKey(privateKey.trim())
      return secretKey && sealKey(dropId, secretKey)
    },

    export: (dropId, { privateKey }) => encodePrivateKey(secrets.open(privateKey, purposeOf(dropId))),

    sign: (dropId, key, bytes) =>
      new Promise((resolve, reject) => {
        sign(null, bytes, privateKeyOf(dropId, key), (error, signature) => {
          if (error) reject(error)
          else resolve(signature.toString('base64'))
        })
      }),
  }
}
