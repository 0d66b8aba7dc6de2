import { type Address, type OpenIdVerifier, ok, type WalletVerifier } from '@dropkit/core'
import { hexOfBytes, utf8 } from '@dropkit/core/internal'
import { sha256 } from './pure-hashes.ts'

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
