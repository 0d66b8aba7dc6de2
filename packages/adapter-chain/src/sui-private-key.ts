import { bech32 } from '@scure/base'
import { ED25519_KEY_BYTES } from './ed25519-keys.ts'

// https://docs.sui.io/concepts/cryptography/transaction-auth/keys-addresses: bech32 of the scheme's flag and the key.
const PREFIX = 'suiprivkey'
const ED25519_FLAG = 0

/**
 * An Ed25519 private key in the format that wallets show: `suiprivkey1…`. The SDK's function is not used, because it loads
 * 20 MB of zkLogin code.
 */
export const encodePrivateKey = (secretKey: Uint8Array): string =>
  bech32.encode(PREFIX, bech32.toWords(Uint8Array.of(ED25519_FLAG, ...secretKey)))

/** The 32 bytes of an Ed25519 private key. Undefined if the text is not such a key. */
export function decodePrivateKey(text: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text)
  if (decoded?.prefix !== PREFIX) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (!bytes || bytes[0] !== ED25519_FLAG || bytes.length !== ED25519_KEY_BYTES + 1) return undefined
  return Uint8Array.from(bytes.subarray(1))
}
