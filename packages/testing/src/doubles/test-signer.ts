import {
  type Address,
  type OpenIdVerifier,
  ok,
  type RandomSource,
  type VoucherKey,
  type VoucherSigner,
  type WalletVerifier,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes, utf8 } from '@dropkit/core/internal'
import { fromBase64, toBase64 } from './base64.ts'
import { hmacSha256, sha256 } from './pure-hashes.ts'
import { transparentSecrets } from './transparent-secrets.ts'

const PREFIX = 'suiprivkey1'
const purposeOf = (dropId: string) => `voucher key of ${dropId}`

/** 64 bytes that depend only on the public key and the message, so the public key is enough to sign. */
function mark(publicKey: Uint8Array, message: Uint8Array): string {
  const halves = ['first', 'second'].map((half) => hmacSha256(publicKey, `${half}:${hexOfBytes(message)}`))
  return toBase64(Uint8Array.from(halves.flatMap((half) => [...half])))
}

/** Verifies a signature of `createTestSigner`. */
export const verifyTestSignature = (publicKey: string, message: Uint8Array, signature: string): boolean =>
  mark(fromBase64(publicKey), message) === signature

/**
 * A signer with the format of Ed25519 only. It signs deterministically, and `verifyTestSignature` verifies its signatures.
 */
export function createTestSigner(random: RandomSource): VoucherSigner {
  const publicKeyOf = (privateKey: Uint8Array) => sha256(privateKey)

  const keyFrom = (dropId: string, privateKey: Uint8Array): VoucherKey => ({
    publicKey: toBase64(publicKeyOf(privateKey)),
    privateKey: transparentSecrets.seal(privateKey, purposeOf(dropId)),
  })
  const privateKeyOf = (dropId: string, key: VoucherKey) =>
    transparentSecrets.open(key.privateKey, purposeOf(dropId))

  return {
    generate: (dropId) => keyFrom(dropId, random.bytes(32)),
    import(dropId, text) {
      const bytes = text.startsWith(PREFIX) ? bytesOfHex(text.slice(PREFIX.length)) : undefined
      return bytes?.length === 32 ? keyFrom(dropId, bytes) : undefined
    },
    export: (dropId, key) => PREFIX + hexOfBytes(privateKeyOf(dropId, key)),
    sign: async (dropId, key, bytes) => mark(publicKeyOf(privateKeyOf(dropId, key)), bytes),
  }
}

/** The signature of a message by the wallet of this address, for `testWallets`. */
export const testWalletSignature = (address: Address, message: string): string =>
  `signed:${hexOfBytes(sha256(utf8(`${address}\n${message}`)))}`

/** Accepts only signatures of `testWalletSignature`. */
export const testWallets: WalletVerifier = {
  verify: async (address, message, signature) => ok(signature === testWalletSignature(address, message)),
}

/** A provider that accepts only these tokens. */
export const testOpenId = (
  tokens: Readonly<Record<string, { readonly subject: string; readonly email: string | null }>>,
): OpenIdVerifier => ({
  verify: async (token) => (Object.hasOwn(tokens, token) ? (tokens[token] ?? null) : null),
})
