import type { VoucherKey, VoucherSigner } from '@dropkit/core'
import { bytesOfHex, hexOfBytes } from '@dropkit/core/internal'
import { toBase64 } from '../doubles/base64.ts'
import { transparentSecrets } from '../doubles/transparent-secrets.ts'
import type { Chance } from './chance.ts'

const PREFIX = 'suiprivkey1'
const purposeOf = (dropId: string) => `voucher key of ${dropId}`

/** Verifies a signature of `createQuickSigner`. */
export const verifyMark = (publicKey: string, message: Uint8Array, signature: string): boolean =>
  markOf(publicKey, message) === signature

/** Signs with the private key of a public key, as a thief would. */
export const signMark = (publicKey: string, message: Uint8Array): string => markOf(publicKey, message)

/** Signs quickly and without security, because real signatures would slow a simulation down. */
export function createQuickSigner(chance: Chance): VoucherSigner {
  const keyFrom = (dropId: string, bytes: Uint8Array): VoucherKey => ({
    publicKey: toBase64(bytes),
    privateKey: transparentSecrets.seal(bytes, purposeOf(dropId)),
  })
  return {
    generate: (dropId) => keyFrom(dropId, chance.bytes(32)),
    import(dropId, text) {
      const bytes = text.startsWith(PREFIX) ? bytesOfHex(text.slice(PREFIX.length)) : undefined
      return bytes?.length === 32 ? keyFrom(dropId, bytes) : undefined
    },
    export: (dropId, key) => PREFIX + hexOfBytes(transparentSecrets.open(key.privateKey, purposeOf(dropId))),
    sign: async (_dropId, key, bytes) => markOf(key.publicKey, bytes),
  }
}

/** 64 bytes in base64 that depend on the key and the message. */
function markOf(publicKey: string, message: Uint8Array): string {
  let [one, other] = [0x811c_9dc5, 0x01a4_7f3d]
  for (let at = 0; at < publicKey.length; at++) one = Math.imul(one ^ publicKey.charCodeAt(at), 0x0100_0193)
  for (const byte of message) {
    one = Math.imul(one ^ byte, 0x0100_0193)
    other = Math.imul(other ^ byte ^ (one >>> 16), 0x0100_01b3)
  }
  const words = Uint32Array.from({ length: 16 }, (_, place) => Math.imul(one + place, other | 1))
  return toBase64(new Uint8Array(words.buffer))
}
