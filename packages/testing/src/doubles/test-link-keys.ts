import type { LinkKeys } from '@dropkit/core'
import { hexOfBytes, toBase64Url, utf8 } from '@dropkit/core/internal'
import { sha256 } from './pure-hashes.ts'

const publicKeyOf = (privateKey: Uint8Array): string => toBase64Url(sha256(privateKey))

const markOf = (publicKey: string, message: string): string =>
  hexOfBytes(sha256(utf8(`${publicKey}\n${message}`)))

/** The signature of a message with this private key of a link, for `testLinkKeys`. */
export const testLinkSignature = (privateKey: Uint8Array, message: string): string =>
  markOf(publicKeyOf(privateKey), message)

/** Keys with the format of Ed25519 only: the public key is enough to sign. */
export const testLinkKeys: LinkKeys = {
  publicKeysOf: async (privateKeys) => Array.from(privateKeys, publicKeyOf),
  verify: async (publicKey, message, signature) => signature === markOf(publicKey, message),
}
