import { type Address, parseAddress } from '../../domain/address.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import type { DropId } from '../../domain/ids.ts'
import {
  APPROVAL_LIFETIME_MS,
  type RecipientApproval,
  readRecipientMessage,
  recipientMessage,
} from '../../domain/recipient.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { refusalOfVault } from '../../domain/vault.ts'
import type { Ports } from '../../ports/index.ts'
import { isOnlyTreasury, parseClaimer, treasuryRefusal } from '../parse-input.ts'
import { findDrop } from '../read-records.ts'

/** A wallet and the address to which it wants its claim delivered. */
export interface RecipientMessageInput {
  readonly dropId: string
  readonly userAddress: string
  readonly recipient: string
  /** The host of the service's pages; the message names it. */
  readonly site?: string | undefined
}

/** A message that the claimer's wallet has signed. */
export interface SignedRecipient {
  readonly message: string
  /** In the format of the chain's wallets. */
  readonly signature: string
}

/** A claim's input that may name a recipient. */
export interface RecipientInput {
  /** Without it, the claim is delivered to its wallet. */
  readonly recipient?: SignedRecipient | null | undefined
  /** The host of the service's pages; the message must name it. */
  readonly site?: string | undefined
}

const NO_SITE = 'Dropkit'
const NONCE_BYTES = 16

/**
 * Makes a message for a wallet to sign, so that its next claim is delivered to another address. Nothing is stored: the
 * wallet's signature is the proof, and the claim stores the nonce.
 */
export async function newRecipientMessage(
  ports: Pick<Ports, 'store' | 'chain' | 'clock' | 'random'>,
  caller: Caller,
  input: RecipientMessageInput,
): Promise<Result<string, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const recipient = parseClaimer(ports.chain, input.recipient, 'recipient')
  if (!recipient.ok) return recipient
  if (recipient.value === wallet.value)
    return err(badInput('recipient', 'SAME_AS_WALLET', 'recipient must be another address than userAddress'))
  const found = await findDrop(ports, caller, input.dropId)
  if (!found.ok) return found
  const vault = refusalOfVault(found.value, recipient.value, 'recipient')
  if (vault) return err(vault)
  const { site = NO_SITE } = input
  const nonce = hexOfBytes(ports.random.bytes(NONCE_BYTES))
  const expiresAt = ports.clock.now() + APPROVAL_LIFETIME_MS
  const terms = { site, dropId: found.value.id, wallet: wallet.value, address: recipient.value }
  return ok(recipientMessage({ ...terms, nonce, expiresAt }))
}

/** The approval of a claim that names no recipient. */
export const NO_APPROVAL = ok(undefined)

/** Verifies that the wallet has approved the recipient of this claim. */
export async function readApproval(
  ports: Pick<Ports, 'chain' | 'wallets' | 'clock'>,
  { recipient, site = NO_SITE }: RecipientInput,
  {
    dropId,
    claimer,
    caller,
  }: { readonly dropId: DropId; readonly claimer: Address; readonly caller: Caller },
): Promise<Result<RecipientApproval | undefined, Refusal>> {
  if (recipient == null) return NO_APPROVAL
  const { message, signature } = recipient
  const read = readRecipientMessage(message, { site, dropId, wallet: claimer }, ports.clock.now())
  if (!read.ok) return read
  if (isOnlyTreasury(ports.chain, read.value.address)) return err(treasuryRefusal('recipient.message'))
  const isSigned = await ports.wallets.verify(claimer, message, signature, caller.user.id)
  if (!isSigned.ok || isSigned.value) return isSigned.ok ? read : isSigned
  const field = 'recipient.signature'
  return err(badInput(field, 'WRONG_SIGNATURE', `${field} must be that of ${claimer} over recipient.message`))
}
