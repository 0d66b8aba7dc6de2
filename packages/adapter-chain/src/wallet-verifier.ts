import { type ChainAnswer, ok, type WalletVerifier } from '@dropkit/core'
import type { SuiNode } from './sui/node-facts.ts'

export interface WalletMessage {
  /** Normalised: 0x and 64 lower-case hex digits. */
  readonly address: string
  /** The text that the wallet showed. */
  readonly message: string
  /** As the wallet gave it: base64 of scheme, signature and public key. */
  readonly signature: string
}

/**
 * Whether the wallet of this address signed the text as a personal message (`signPersonalMessage`). Ed25519,
 * Secp256k1, Secp256r1, passkeys and multisigs of these are judged here, without the network. A zkLogin signature
 * can only be judged with the keys of its identity provider, which the chain has: `node` is asked, and without one
 * it is never valid.
 */
export async function verifyWalletMessage(
  { address, message, signature }: WalletMessage,
  node: SuiNode | null,
): Promise<ChainAnswer<boolean>> {
  // Loaded with the first wallet: 20 MB, most of it tables for zkLogin.
  const [{ parseSerializedSignature }, { isValidPersonalMessageSignature }] = await Promise.all([
    import('@mysten/sui/cryptography'),
    import('@mysten/sui/verify'),
  ])
  const bytes = new TextEncoder().encode(message)
  try {
    if (parseSerializedSignature(signature).signatureScheme !== 'ZkLogin')
      return ok(await isValidPersonalMessageSignature(bytes, signature, { address }))
    if (node === null) return ok(false)
    const { client, calls } = node
    return await calls.ask('signature of a wallet', () =>
      isValidPersonalMessageSignature(bytes, signature, { address, client }),
    )
  } catch {
    // The verifier throws on some malformed signatures, and on a multisig with a zkLogin member, for which it asks
    // no node; the node refuses what is no signature at all.
    return ok(false)
  }
}

export const createWalletVerifier = (node: SuiNode | null): WalletVerifier => ({
  verify: (address, message, signature) => verifyWalletMessage({ address, message, signature }, node),
})
