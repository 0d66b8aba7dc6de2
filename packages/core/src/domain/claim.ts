import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import { type ClaimId, claimIdOf, type DropId, type PaymentIntentId, type UserId } from './ids.ts'
import type { Instant } from './instant.ts'

/**
 * Where a claim stands. The first three are reserved: their amount is taken from the pool.
 * A voucher's claim goes PENDING → CONFIRMED or EXPIRED; one that the service delivers itself goes
 * PENDING → SUBMITTED → CONFIRMED and is never released.
 */
export type ClaimState =
  | {
      readonly kind: 'PENDING' /** When the voucher runs out; null for one that we deliver. */
      readonly expiresAt: Instant | null
    }
  | { readonly kind: 'SUBMITTED'; readonly txHash: string }
  | { readonly kind: 'CONFIRMED'; readonly txHash: string; readonly claimedAt: Instant }
  | { readonly kind: 'EXPIRED'; readonly expiredAt: Instant }
  | { readonly kind: 'FAILED'; readonly reason: string; readonly failedAt: Instant }

/** PENDING, SUBMITTED, CONFIRMED, EXPIRED or FAILED, as the API shows it. */
export type ClaimStatus = ClaimState['kind']

/** How the amount of a claim follows from public randomness, on a drop with a beacon. */
export interface ClaimDraw {
  /** The beacon's round. It is fixed when the claim is made, before the round is published. */
  readonly round: number
  /** When the amount was drawn; null while the round is not published. The amount is 0 until then. */
  readonly revealedAt: Instant | null
  /** The round's signature by the beacon, on the first claim that was drawn with it; null on the others. */
  readonly signature: string | null
}

/** A place in a drop that a wallet has taken. Its key is `dropId` with `sequence`: `idOfClaim` writes both as one. */
export interface Claim {
  readonly dropId: DropId
  /** Counts from 1 within the drop; it is also the voucher's nonce. */
  readonly sequence: number
  readonly claimer: Address
  /** Who asked for it; `Claim.user` of the API is the user with that wallet, else this one. */
  readonly callerId: UserId
  /** The drop's owner, kept here so that its claims can be listed once the drop is gone. */
  readonly creatorId: UserId
  readonly amount: Amount
  /** How many items of the supply it takes. */
  readonly items: number
  /**
   * Which of the wallet's places on this drop it fills: 1, 2, … up to the wallet's limit, the UTC day on a STREAK,
   * a place of its own (`slotWithoutLimit`) where there is no limit. No two reserved claims of a wallet share one, and the store sees to that
   * too. A released claim gives its place up and has −sequence.
   */
  readonly slot: number
  /** Consecutive days with a claim up to and including this one, on a STREAK. */
  readonly streak: number | null
  /** The paid intent whose items it spends, on a priced drop. */
  readonly intentId: PaymentIntentId | null
  /** What its items brought in, in the smallest unit of the coin that was paid; 0 on a free drop. */
  readonly cost: bigint
  readonly state: ClaimState
  /** Null unless the drop has a beacon. */
  readonly draw: ClaimDraw | null
  /** The head of the drop's order after this claim, hex; see `ClaimOrder`. Null for a claim of an earlier release. */
  readonly head: string | null
  readonly createdAt: Instant
}

/** The id that a claim is shown under. */
export const idOfClaim = (claim: Pick<Claim, 'dropId' | 'sequence'>): ClaimId =>
  claimIdOf(claim.dropId, claim.sequence)

/** A claim that we deliver has further nonces, this far apart, for the case that a stranger has used its first one. */
const NONCES_APART = 2 ** 40

/** The nonce of a claim's voucher; `tries` nonces of it were used by strangers before. */
export const nonceOf = ({ sequence }: Pick<Claim, 'sequence'>, tries = 0): number =>
  sequence + tries * NONCES_APART

/** The sequence of the claim that a nonce belongs to. */
export const sequenceOfNonce = (nonce: number): number => nonce % NONCES_APART

/** Whether it holds its part of the pool: it is PENDING, SUBMITTED or CONFIRMED. */
export const isReserved = (state: ClaimState): boolean =>
  state.kind === 'PENDING' || state.kind === 'SUBMITTED' || state.kind === 'CONFIRMED'

/** Whether it has given its part of the pool back: it is EXPIRED or FAILED. */
export const isReleased = (state: ClaimState): boolean => state.kind === 'EXPIRED' || state.kind === 'FAILED'

/** What one wallet has on one drop already: all that the ladder asks about it. */
export interface WalletState {
  /**
   * Its PENDING claims and, if the drop limits a wallet (`walletLimit`), is a STREAK or is random, its newest reserved
   * one; by sequence, oldest first.
   */
  readonly live: readonly Claim[]
  /** The slots of all its reserved claims, in any order; empty where the drop limits no wallet. */
  readonly slots: readonly number[]
}

export const NEW_WALLET: WalletState = { live: [], slots: [] }

/** Consecutive days before `day` that have a reserved claim, plus one for the claim about to be made. */
export function streakOn(day: number, slots: readonly number[]): number {
  if (slots.length === 0) return 1
  const days = new Set(slots)
  let streak = 1
  while (days.has(day - streak)) streak++
  return streak
}

/** Beyond every day and every limit, so that a drop may change between a STREAK and another type. */
const UNLIMITED_SLOTS = 1_000_000_000_000

export const slotWithoutLimit = (sequence: number): number => UNLIMITED_SLOTS + sequence

/** The smallest place from 1 on that no reserved claim of the wallet fills. */
export function freeSlot(slots: readonly number[]): number {
  if (slots.length === 0) return 1
  const taken = new Set(slots)
  let slot = 1
  while (taken.has(slot)) slot++
  return slot
}

/** Whether its amount waits for the beacon. */
export const isUndrawn = ({ draw }: Pick<Claim, 'draw'>): boolean => draw !== null && draw.revealedAt === null

/** When the voucher that a claim waits for runs out; null when it waits for none. */
export const voucherExpiryOf = ({ state }: Claim): Instant | null =>
  state.kind === 'PENDING' ? state.expiresAt : null
