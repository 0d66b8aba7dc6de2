import { type Address, type OpenIdVerifier, ok, type WalletVerifier } from '@dropkit/core'
import { hexOfBytes, utf8 } from '@dropkit/core/internal'
import { sha256 } from './pure-hashes.ts'

/** What the wallet of this address would sign a message with, for `testWallets`. */
export const testWalletSignature = (address: Address, message: string): string =>
  `signed:${hexOfBytes(sha256(utf8(`${address}\n${message}`)))}`

/** Takes the signatures of `testWalletSignature`, and no others. */
export const testWallets: WalletVerifier = {
  verify: async (address, message, signature) => ok(signature === testWalletSignature(address, message)),
}

/** A provider whose good tokens are these; all others are not. */
export const testOpenId = (
  tokens: Readonly<Record<string, { readonly subject: string; readonly email: string | null }>>,
): OpenIdVerifier => ({
  verify: async (token) => (Object.hasOwn(tokens, token) ? (tokens[token] ?? null) : null),
})
