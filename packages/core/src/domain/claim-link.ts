import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import { type Claim, isReserved } from './claim.ts'
import type { Drop } from './drop.ts'
import type { DropId } from './ids.ts'
import type { Instant } from './instant.ts'
import { unreachable } from './invariant.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

declare const claimLinkIdBrand: unique symbol

/**
 * A link's Ed25519 public key, 32 bytes in base64url. The private key is in the link alone, so a person who reads the store or
 * a request cannot use the link.
 */
export type ClaimLinkId = string & { readonly [claimLinkIdBrand]: true }

/** A right to one claim on a drop, for the holder of the link's private key. */
export interface ClaimLink {
  readonly id: ClaimLinkId
  readonly dropId: DropId
  /** What the claim gets while the drop lets its claimers choose (`amountOfLink`); null leaves it to the drop. */
  readonly amount: Amount | null
  /** The link cannot be used from then on; null for never. */
  readonly expiresAt: Instant | null
  /** The newest claim that was made with this link. If that claim is released, the link can be used again. */
  readonly sequence: number | null
  readonly revokedAt: Instant | null
  readonly createdAt: Instant
}

/** A link and the claim that was made with it. */
export interface UsedClaimLink {
  readonly link: ClaimLink
  readonly claim: Claim | null
}

/** The status of a link. Only an ACTIVE link can be used. */
export type ClaimLinkStatus = 'ACTIVE' | 'USED' | 'REVOKED' | 'EXPIRED'

/** The most links that one call makes. */
export const MAX_CLAIM_LINKS = 100_000
/** The most links that one call revokes. */
export const MAX_REVOKED_LINKS = 1_000

export function claimLinkStatus({ link, claim }: UsedClaimLink, now: Instant): ClaimLinkStatus {
  if (claim !== null && isReserved(claim.state)) return 'USED'
  if (link.revokedAt !== null) return 'REVOKED'
  return link.expiresAt !== null && now >= link.expiresAt ? 'EXPIRED' : 'ACTIVE'
}

/** The amount that a link decides. The terms of its drop come first: they may have changed after the link was made. */
export const amountOfLink = ({ amount }: ClaimLink, { award }: Pick<Drop, 'award'>): Amount | null =>
  award.kind === 'open' ? amount : null

/** Why a link cannot be used now; undefined if it can. */
export function refusalByLink(used: UsedClaimLink, now: Instant): Refusal | undefined {
  const status = claimLinkStatus(used, now)
  switch (status) {
    case 'ACTIVE':
      return undefined
    case 'USED':
      return { kind: 'link_used' }
    case 'REVOKED':
      return { kind: 'link_revoked' }
    case 'EXPIRED':
      return { kind: 'link_expired', expiredAt: used.link.expiresAt ?? now }
    default:
      return unreachable(status)
  }
}

// 32 bytes are 43 characters. The last character holds only four bits, so it is one of sixteen.
const LINK_ID = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Reads a link's id; undefined if it cannot be one. */
export const readClaimLinkId = (text: string): ClaimLinkId | undefined =>
  typeof text === 'string' && LINK_ID.test(text) ? (text as ClaimLinkId) : undefined

/** Parses public keys that a creator supplies. Each key may occur once. */
export function parseClaimLinkIds(
  texts: readonly string[],
  field: string,
  most: number,
): Result<readonly ClaimLinkId[], Refusal> {
  if (!Array.isArray(texts) || texts.length < 1 || texts.length > most)
    return err(
      badInput(
        field,
        'OUT_OF_RANGE',
        `${field} must have 1 to ${most} elements, it has ${texts?.length ?? 0}`,
        { least: 1, most },
      ),
    )
  const ids = texts.flatMap((text) => readClaimLinkId(text) ?? [])
  if (ids.length < texts.length) {
    const at = texts.findIndex((text) => readClaimLinkId(text) === undefined)
    const message = `${field}[${at}] must be an Ed25519 public key: 32 bytes in base64url, which are 43 characters`
    return err(badInput(field, 'WRONG_FORMAT', message))
  }
  if (new Set(ids).size < ids.length)
    return err(badInput(field, 'DUPLICATE', `${field} may not contain an element twice`))
  return ok(ids)
}

/**
 * What the link's key signs: it names the drop, the link and the recipient, so that a signature is worth nothing for
 * another drop, link or wallet.
 */
export const claimLinkMessage = (dropId: string, linkId: string, recipient: Address): string =>
  `Dropkit claim link\n\nDrop: ${dropId}\nLink: ${linkId}\nRecipient: ${recipient}`

/**
 * The message of a derived link key: the private key of link n of a batch is the HMAC-SHA256 of this text under the batch's
 * secret. n starts at 1.
 */
export const claimLinkSeedMessage = (n: number): string => `Dropkit claim link ${n}`

/** Creates a link. */
export const newClaimLink = (
  id: ClaimLinkId,
  terms: Pick<ClaimLink, 'dropId' | 'amount' | 'expiresAt' | 'createdAt'>,
): ClaimLink => ({ ...terms, id, sequence: null, revokedAt: null })
