import { type BeaconChain, roundAtOrAfter, timeOfRound } from './beacon.ts'
import type { Claim } from './claim.ts'
import type { Award } from './drop.ts'
import { hexOfBytes } from './hex.ts'
import type { Instant } from './instant.ts'
import type { Sha256 } from './merkle.ts'
import { utf8 } from './utf8.ts'

/**
 * A hash chain over the claims of a drop, in their order. Each claim's head follows from the claim and from the head
 * before it, so a claim that is inserted, removed, moved or changed changes every later head, and the receipt of
 * anyone who holds one.
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

/** What the order is about: whatever of a claim is decided when it is made. */
export type OrderedClaim = Pick<Claim, 'dropId' | 'sequence' | 'claimer' | 'amount' | 'createdAt'> & {
  readonly draw: { readonly round: number } | null
}

/** What stands in the place of the head before the first claim. */
export const FIRST_HEAD = '0'.repeat(64)

/** The head after a claim. A claim whose amount is not drawn yet is in the chain with its round. */
export function headAfter(previous: string, claim: OrderedClaim, sha256: Sha256): string {
  const { dropId, sequence, claimer, createdAt } = claim
  const text = `dropkit::order::v1:${dropId}:${previous}:${sequence}:${claimer}:${shareText(claim)}:${createdAt}`
  return hexOfBytes(sha256(utf8(text)))
}

const shareText = ({ amount, draw }: OrderedClaim): string =>
  draw === null ? `amount=${amount}` : `round=${draw.round}`

/** The head that the next claim follows. A claim without a head, of an earlier release, breaks the chain: it begins anew. */
export const previousHead = (order: ClaimOrder | null, sequence: number): string =>
  order?.last === sequence - 1 ? order.head : FIRST_HEAD

/** The order with one more claim at its end. */
export const orderWith = (order: ClaimOrder | null, claim: Claim, head: string): ClaimOrder => ({
  head,
  since: order?.last === claim.sequence - 1 ? order.since : claim.sequence,
  last: claim.sequence,
  round: claim.draw?.round ?? order?.round ?? null,
})

/**
 * How long after a claim its round is published at the earliest. It covers the commit and clocks that differ: a round
 * must not be known before the claim is stored.
 */
export const BEACON_MARGIN_MS = 5_000

/** The round that a claim made now waits for. */
export const roundForClaim = (chain: BeaconChain, order: ClaimOrder | null, now: Instant): number =>
  Math.max(roundAtOrAfter(chain, now + BEACON_MARGIN_MS), order?.round ?? 0)

/** The text that a drop's key signs to confirm a claim's place in the order. */
export function receiptText(claim: OrderedClaim & { readonly head: string }): string {
  const { dropId, sequence, claimer, createdAt, head } = claim
  return `dropkit::receipt::v1:${dropId}:${sequence}:${claimer}:${shareText(claim)}:${createdAt}:${head}`
}

/** When the amount of a claim is drawn: the time of its round. Null if it needs none, or is drawn. */
export function revealTimeOf(drop: { readonly award: Award }, { draw }: Pick<Claim, 'draw'>): Instant | null {
  if (draw === null || draw.revealedAt !== null || drop.award.kind !== 'random') return null
  const { beacon } = drop.award
  return beacon == null ? null : timeOfRound(beacon, draw.round)
}
