import type { Address } from './address.ts'
import type { Claim } from './claim.ts'
import type { DropId } from './ids.ts'
import { HOUR_MS, type Instant, MINUTE_MS, parseIso, toIso } from './instant.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** Another address than the claimer's that receives the amount of a claim. */
export interface ClaimRecipient {
  readonly address: Address
  /** The nonce of the claimer's message. No other claim of the wallet on the drop has the same. */
  readonly nonce: string
}

/** A wallet's signed permission to deliver one of its claims to another address. */
export interface RecipientApproval extends ClaimRecipient {
  readonly expiresAt: Instant
}

/** Identifies an approval on one drop. */
export const approvalKey = (wallet: Address, { nonce }: Pick<RecipientApproval, 'nonce'>): string =>
  `${wallet}:${nonce}`

/** The address that receives the amount of a claim. Limits and rules concern its claimer. */
export const recipientOf = ({ claimer, recipient }: Pick<Claim, 'claimer' | 'recipient'>): Address =>
  recipient?.address ?? claimer

/** The terms that a wallet signs. */
export interface RecipientTerms extends RecipientApproval {
  /** The host of the service's pages. */
  readonly site: string
  readonly dropId: DropId
  readonly wallet: Address
}

/** How long the messages of the service are valid. */
export const APPROVAL_LIFETIME_MS = 10 * MINUTE_MS
/** The longest lifetime of a message that is accepted. */
const MOST_LIFETIME_MS = HOUR_MS
const MAX_MESSAGE_LENGTH = 1_024

/** The text that the wallet signs as a personal message. */
export const recipientMessage = (terms: RecipientTerms): string =>
  [
    'Deliver my claim to another address\n',
    `Site: ${terms.site}`,
    `Drop: ${terms.dropId}`,
    `Wallet: ${terms.wallet}`,
    `Recipient: ${terms.address}`,
    `Nonce: ${terms.nonce}`,
    `Expires at: ${toIso(terms.expiresAt)}`,
  ].join('\n')

const MESSAGE =
  /^Deliver my claim to another address\n\nSite: ([^\n]+)\nDrop: (\S+)\nWallet: (0x[0-9a-f]{64})\nRecipient: (0x[0-9a-f]{64})\nNonce: ([\w-]{16,64})\nExpires at: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

const FIELD = 'recipient.message'

/** Reads a message for a claim with these terms. Whether it has expired or was used is decided with the claim. */
export function readRecipientMessage(
  message: string,
  { site, dropId, wallet }: Pick<RecipientTerms, 'site' | 'dropId' | 'wallet'>,
  now: Instant,
): Result<RecipientApproval, Refusal> {
  const lines = message.length > MAX_MESSAGE_LENGTH ? null : MESSAGE.exec(message)
  const expiresAt = parseIso(lines?.[6])
  if (lines === null || Number.isNaN(expiresAt))
    return err(badInput(FIELD, 'WRONG_FORMAT', `${FIELD} must be a text that recipientMessage returned`))
  const [, signedSite, signedDrop, signedWallet, address, nonce = ''] = lines
  if (signedSite !== site) return isFor('Site', signedSite, site)
  if (signedDrop !== dropId) return isFor('Drop', signedDrop, dropId)
  if (signedWallet !== wallet) return isFor('Wallet', signedWallet, wallet)
  if (address === wallet) {
    const message = `${FIELD} names the wallet itself as recipient: leave recipient out`
    return err(badInput(FIELD, 'WRONG_FORMAT', message, { line: 'Recipient' }))
  }
  if (expiresAt > now + MOST_LIFETIME_MS) {
    const latest = toIso(now + MOST_LIFETIME_MS)
    const message = `${FIELD} is valid for too long: it must expire at ${latest} or earlier`
    return err(badInput(FIELD, 'WRONG_FORMAT', message, { line: 'Expires at', latest }))
  }
  return ok({ address: address as Address, nonce, expiresAt })
}

const isFor = (line: string, actual = '', expected: string) =>
  err(
    badInput(
      FIELD,
      'OTHER_SUBJECT',
      `${FIELD} is for another claim: its ${line} is ${actual}, not ${expected}`,
      { line },
    ),
  )

/** Why a wallet's approval counts for no new claim; undefined if it counts. */
export function refusalOfApproval(
  { expiresAt }: RecipientApproval,
  now: Instant,
  isUsed: boolean,
): Refusal | undefined {
  if (isUsed) {
    const message = `${FIELD} was used for an earlier claim: ask for a new one`
    return { kind: 'conflict', reason: 'APPROVAL_USED', field: FIELD, message, details: { line: 'Nonce' } }
  }
  if (now < expiresAt) return undefined
  return badInput(FIELD, 'EXPIRED', `${FIELD} expired at ${toIso(expiresAt)}: ask for a new one`, {
    line: 'Expires at',
  })
}
