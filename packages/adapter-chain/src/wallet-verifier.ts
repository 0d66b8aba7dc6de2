import { type ChainAnswer, ok, type WalletVerifier } from '@dropkit/core'
import type { SuiNode } from './sui/node-facts.ts'

interface WalletSignature {
  /** Normalized: 0x and 64 lower-case hex digits. */
  readonly address: string
  /** As returned by the wallet: base64 of scheme, signature and public key. */
  readonly signature: string
}

export interface WalletMessage extends WalletSignature {
  /** The text that the wallet showed. */
  readonly message: string
}

/**
 * Whether the wallet with this address signed the text as a personal message (`signPersonalMessage`). Ed25519, Secp256k1,
 * Secp256r1, passkeys and multisigs of these are verified here, without the network. A zkLogin signature can only be
 * verified with the keys of its identity provider, which the chain has: `node` is asked, and if it is null, the signature
 * is not valid.
 */
export const verifyWalletMessage = (
  { message, ...signed }: WalletMessage,
  node: SuiNode | null,
): Promise<ChainAnswer<boolean>> =>
  verifyWith('isValidPersonalMessageSignature', new TextEncoder().encode(message), signed, node)

/** The same for a transaction (`signTransaction`). */
export const verifyWalletTransaction = (
  transaction: Uint8Array,
  signed: WalletSignature,
  node: SuiNode | null,
): Promise<ChainAnswer<boolean>> => verifyWith('isValidTransactionSignature', transaction, signed, node)

async function verifyWith(
  check: 'isValidPersonalMessageSignature' | 'isValidTransactionSignature',
  bytes: Uint8Array,
  { address, signature }: WalletSignature,
  node: SuiNode | null,
): Promise<ChainAnswer<boolean>> {
  const [{ parseSerializedSignature }, { [check]: isValid }] = await loadVerification()
  try {
    if (parseSerializedSignature(signature).signatureScheme !== 'ZkLogin')
      return ok(await isValid(bytes, signature, { address }))
    if (node === null) return ok(false)
    const { client, calls } = node
    return await calls.askForUser('signature of a wallet', () =>
      isValid(bytes, signature, { address, client }),
    )
  } catch {
    // The verifier throws on some malformed signatures, and on a multisig with a zkLogin member, for which it does not ask
    // a node. The node rejects signatures that are malformed.
    return ok(false)
  }
}

/** Takes 20 MB, most of it tables for zkLogin. */
const loadVerification = () => Promise.all([import('@mysten/sui/cryptography'), import('@mysten/sui/verify')])

export function createWalletVerifier(node: SuiNode | null): WalletVerifier {
  // Loading blocks the event loop for about 200 ms, which the first wallet and all requests after it would wait for.
  loadVerification().catch(() => {
    // The first verification loads it again, and reports the error.
  })
  return {
    verify: (address, message, signature) => verifyWalletMessage({ address, message, signature }, node),
  }
}
