import { type Address, err, ok, type Refusal, type Result, type WalletVerifier } from '@dropkit/core'
import { badInput } from '@dropkit/core/internal'
import { createSignatureChecks, MOST_WAITING, type SignatureCheck } from './signature-checks.ts'
import type { SuiNode } from './sui/node-facts.ts'

interface WalletSignature {
  /** Normalized: 0x and 64 lower-case hex digits. */
  readonly address: string
  /** As returned by the wallet: base64 of scheme, signature and public key. */
  readonly signature: string
  /** Who sent the signature: a user, or a network address. Senders take turns. */
  readonly sender: string
}

export interface WalletMessage extends WalletSignature {
  /** The text that the wallet showed. */
  readonly message: string
}

/** The longest that Sui accepts, a multisig of ten keys, has about 1,500. A passkey's contains data of its device. */
const MAX_SIGNATURE_LENGTH = 16_384
const RETRY_MS = 1_000
const ZK_LOGIN_FLAG = 5

/** One thread for the whole process. */
const verifyOnThread = createSignatureChecks()

/**
 * Whether the wallet with this address signed the text as a personal message (`signPersonalMessage`). Ed25519, Secp256k1,
 * Secp256r1, passkeys and multisigs of these are verified on a thread, without the network; refused with `overloaded` if
 * too many wait for it. A zkLogin signature can only be verified with the keys of its identity provider, which the chain
 * has: `node` is asked, and if it is null, the signature is not valid.
 */
export const verifyWalletMessage = (
  { message, ...signed }: WalletMessage,
  node: SuiNode | null,
): Promise<Result<boolean, Refusal>> => verifyWith('message', new TextEncoder().encode(message), signed, node)

/** The same for a transaction (`signTransaction`). */
export const verifyWalletTransaction = (
  transaction: Uint8Array,
  signed: WalletSignature,
  node: SuiNode | null,
): Promise<Result<boolean, Refusal>> => verifyWith('transaction', transaction, signed, node)

/** The refusal of a transaction without a valid signature of its wallet. */
export const wrongSignature = (wallet: Address): Refusal =>
  badInput('signature', 'WRONG_SIGNATURE', `signature must be that of ${wallet} over the transaction`)

async function verifyWith(
  signed: SignatureCheck['signed'],
  bytes: Uint8Array,
  { sender, ...rest }: WalletSignature,
  node: SuiNode | null,
): Promise<Result<boolean, Refusal>> {
  const check = { ...rest, signed, bytes }
  if (check.signature.length > MAX_SIGNATURE_LENGTH) return ok(false)
  if (flagOf(check.signature) === ZK_LOGIN_FLAG) return node === null ? ok(false) : askNode(check, node)
  const isValid = await verifyOnThread(sender, check)
  if (isValid !== undefined) return ok(isValid)
  return err({
    kind: 'overloaded',
    retryAfterMs: RETRY_MS,
    message: 'Too many signatures wait for their verification; try again shortly',
    details: { limit: 'waiting signatures', value: MOST_WAITING },
  })
}

/** The first byte of a signature names its kind. */
const flagOf = (signature: string): number | undefined => Buffer.from(signature.slice(0, 4), 'base64')[0]

async function askNode(
  { signed, bytes, signature, address }: SignatureCheck,
  { client, calls }: SuiNode,
): Promise<Result<boolean, Refusal>> {
  const { isValidPersonalMessageSignature, isValidTransactionSignature } = await loadVerification()
  const isValid = signed === 'message' ? isValidPersonalMessageSignature : isValidTransactionSignature
  try {
    return await calls.askForUser('signature of a wallet', () =>
      isValid(bytes, signature, { address, client }),
    )
  } catch {
    // The verifier throws on some malformed signatures. The node rejects signatures that are malformed.
    return ok(false)
  }
}

/** Takes 20 MB, most of it tables for zkLogin. */
const loadVerification = () => import('@mysten/sui/verify')

export function createWalletVerifier(node: SuiNode | null): WalletVerifier {
  if (node !== null)
    // Loading blocks the event loop for about 200 ms, which the first wallet and all requests after it would wait for.
    loadVerification().catch(() => {
      // The first verification loads it again, and reports the error.
    })
  return {
    verify: (address, message, signature, sender) =>
      verifyWalletMessage({ address, message, signature, sender }, node),
  }
}
