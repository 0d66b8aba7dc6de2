import type { WalletVerifier } from '@dropkit/core'
import { parseSerializedSignature } from '@mysten/sui/cryptography'
import { isValidPersonalMessageSignature } from '@mysten/sui/verify'

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
 * can only be judged with the keys of its identity provider, which the chain has: it is never valid here.
 */
export async function verifyWalletMessage({ address, message, signature }: WalletMessage): Promise<boolean> {
  try {
    if (parseSerializedSignature(signature).signatureScheme === 'ZkLogin') return false
    const bytes = new TextEncoder().encode(message)
    return await isValidPersonalMessageSignature(bytes, signature, { address })
  } catch {
    // The verifier throws on some malformed signatures; and on a multisig with a zkLogin member, for want of a chain.
    return false
  }
}

export const walletVerifier: WalletVerifier = {
  verify: (address, message, signature) => verifyWalletMessage({ address, message, signature }),
}
