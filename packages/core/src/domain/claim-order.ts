import { type BeaconChain, roundAtOrAfter, timeOfRound } from './beacon.ts'
import type { Claim } from './claim.ts'
import type { Award } from './drop.ts'
import { hexHashOf } from './encodings.ts'
import type { Instant } from './instant.ts'
import type { Sha256 } from './merkle.ts'
import type { ClaimRecipient } from './recipient.ts'

/**
 * A hash chain over the claims of a drop, in their order. The head of a claim is computed from the claim and the previous
 * head. If a claim is inserted, removed, moved or changed, all later heads change and no longer match the receipts that
 * claimers hold.
 */
export interface ClaimOrder {
  /** The head after the newest claim: 32 bytes in hex. */
  readonly head: string
  /**
   * The sequence of the first claim in the chain. It is above 1 if claims before it were made by a release that did not
   * keep the order.
   */
  readonly since: number
  /** The sequence of the newest claim in the chain. */
  readonly last: number
  /** The newest round that a claim waits for; null without a beacon. Rounds never decrease along the order. */
  readonly round: number | null
}

/** The fields of a claim that are fixed when it is made. The order covers these fields. */
export type OrderedClaim = Pick<Claim, 'dropId' | 'sequence' | 'claimer' | 'amount' | 'createdAt'> & {
  readonly recipient?: Pick<ClaimRecipient, 'address'> | null
  readonly draw: { readonly round: number } | null
}

/** Replaces the previous head for the first claim. */
export const FIRST_HEAD = '0'.repeat(64)

/** The head after a claim. If the amount is not drawn yet, the head covers the claim's round instead. */
export function headAfter(previous: string, claim: OrderedClaim, sha256: Sha256): string {
  const { dropId, sequence, claimer, createdAt } = claim
  const text = `dropkit::order::v1:${dropId}:${previous}:${sequence}:${claimer}:${shareText(claim)}:${createdAt}`
  return hexHashOf(text, sha256)
}

function shareText({ amount, draw, recipient }: OrderedClaim): string {
  const share = draw === null ? `amount=${amount}` : `round=${draw.round}`
  return recipient == null ? share : `${share}:recipient=${recipient.address}`
}

/**
 * The head before the next claim. If the previous claim has no head because an earlier release made it, a new chain begins.
 */
export const previousHead = (order: ClaimOrder | null, sequence: number): string =>
  order?.last === sequence - 1 ? order.head : FIRST_HEAD

/** The order after one more claim. */
export const orderWith = (order: ClaimOrder | null, claim: Claim, head: string): ClaimOrder => ({
  head,
  since: order?.last === claim.sequence - 1 ? order.since : claim.sequence,
  last: claim.sequence,
  round: claim.draw?.round ?? order?.round ?? null,
})

/**
 * The round of a claim is published at least this long after the claim is made. The margin covers the commit and
 * differences between clocks: a round must not be known before the claim is stored.
 */
export const BEACON_MARGIN_MS = 5_000

/** The round that a claim made now waits for. */
export const roundForClaim = (
  chain: BeaconChain,
  order: Pick<ClaimOrder, 'round'> | null,
  now: Instant,
): number => Math.max(roundAtOrAfter(chain, now + BEACON_MARGIN_MS), order?.round ?? 0)

/** The text that a drop's key signs to confirm a claim's place in the order. */
export function receiptText(claim: OrderedClaim & { readonly head: string }): string {
  const { dropId, sequence, claimer, createdAt, head } = claim
  return `dropkit::receipt::v1:${dropId}:${sequence}:${claimer}:${shareText(claim)}:${createdAt}:${head}`
}

/** When the amount of a claim is drawn: the time of its round. Null if the amount needs no draw or is already drawn. */
export function revealTimeOf(drop: { readonly award: Award }, { draw }: Pick<Claim, 'draw'>): Instant | null {
  if (draw === null || draw.revealedAt !== null || drop.award.kind !== 'random') return null
  const { beacon } = drop.award
  return beacon == null ? null : timeOfRound(beacon, draw.round)
}
