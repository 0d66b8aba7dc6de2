import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import { type Drop, walletLimit } from './drop.ts'
import { type ClaimId, claimIdOf, type DropId, type PaymentIntentId, type UserId } from './ids.ts'
import { type Instant, utcDay } from './instant.ts'
import type { ClaimRecipient } from './recipient.ts'

/**
 * The state of a claim. PENDING, SUBMITTED and CONFIRMED are reserved: their amount is taken from the pool. A claim with a
 * voucher goes PENDING → CONFIRMED or EXPIRED. A claim that the service delivers goes PENDING → SUBMITTED → CONFIRMED. It
 * is released only on a cancelled or deleted drop, if the chain refuses it permanently.
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

/** How the amount of a claim depends on public randomness, on a drop with a beacon. */
export interface ClaimDraw {
  /** The beacon's round. It is fixed when the claim is made, before the round is published. */
  readonly round: number
  /** When the amount was drawn; null while the round is not published. The amount is 0 until then. */
  readonly revealedAt: Instant | null
  /** The round's signature by the beacon, on the first claim that was drawn with it; null on the others. */
  readonly signature: string | null
}

/** A wallet's reservation on a drop. Its key is `dropId` and `sequence`; `idOfClaim` combines both into one text. */
export interface Claim {
  readonly dropId: DropId
  /** Counts from 1 within the drop; it is also the voucher's nonce. */
  readonly sequence: number
  /** The entitled wallet: limits and rules concern it. */
  readonly claimer: Address
  /** The address that the claimer has named to receive the amount; null for the claimer. */
  readonly recipient: ClaimRecipient | null
  /**
   * The user who made the request. In the API, `Claim.user` is the user with the claim's wallet, or this user if there is
   * none.
   */
  readonly callerId: UserId
  /** The drop's owner. Stored with the claim, so that the owner can list claims after the drop is deleted. */
  readonly creatorId: UserId
  readonly amount: Amount
  /** The number of items of the supply that the claim takes. */
  readonly items: number
  /**
   * The wallet's place that this claim fills on the drop: 1, 2, … up to the wallet's limit; the UTC day on a STREAK; a
   * unique number (`slotWithoutLimit`) if there is no limit. Two reserved claims of a wallet never share a slot, and the
   * store enforces this. A released claim gives its slot up and has −sequence.
   */
  readonly slot: number
  /** On a STREAK: the number of consecutive days with a claim, including this one. */
  readonly streak: number | null
  /** The paid intent whose items the claim spends, on a priced drop. */
  readonly intentId: PaymentIntentId | null
  /** The price of its items, in the smallest unit of the coin that was paid; 0 on a free drop. */
  readonly cost: bigint
  readonly state: ClaimState
  /** Null unless the drop has a beacon. */
  readonly draw: ClaimDraw | null
  /** The head of the drop's order after this claim, hex; see `ClaimOrder`. Null for a claim of an earlier release. */
  readonly head: string | null
  readonly createdAt: Instant
}

/** The public id of a claim. */
export const idOfClaim = (claim: Pick<Claim, 'dropId' | 'sequence'>): ClaimId =>
  claimIdOf(claim.dropId, claim.sequence)

/**
 * The distance between the nonces of one claim. A claim that the service delivers needs another nonce if a thief used the
 * first one.
 */
const NONCES_APART = 2 ** 40

/** The nonce of a claim's voucher after thieves have used `tries` of its nonces. */
export const nonceOf = ({ sequence }: Pick<Claim, 'sequence'>, tries = 0): number =>
  sequence + tries * NONCES_APART

/** The sequence of the claim that a nonce belongs to. */
export const sequenceOfNonce = (nonce: number): number => nonce % NONCES_APART

/** Whether the claim holds its part of the pool: PENDING, SUBMITTED or CONFIRMED. */
export const isReserved = (state: ClaimState): boolean =>
  state.kind === 'PENDING' || state.kind === 'SUBMITTED' || state.kind === 'CONFIRMED'

/** Whether the claim has returned its part of the pool: EXPIRED or FAILED. */
export const isReleased = (state: ClaimState): boolean => state.kind === 'EXPIRED' || state.kind === 'FAILED'

/** The earlier claims of one wallet on one drop, as far as the claim checks need them. */
export interface WalletState {
  /**
   * Its PENDING claims, oldest first. On a drop that limits a wallet (`walletLimit`), on a STREAK and on a random drop,
   * also its newest reserved claim.
   */
  readonly live: readonly Claim[]
  /**
   * The slots of all its reserved claims, in any order. Empty if the drop does not limit wallets. On a STREAK, the UTC days of
   * the claims, also of those that were made before the drop was one.
   */
  readonly slots: readonly number[]
}

export const NEW_WALLET: WalletState = { live: [], slots: [] }

/** The number of consecutive days before `day` that have a reserved claim, plus one for the new claim. */
export function streakOn(day: number, slots: readonly number[]): number {
  if (slots.length === 0) return 1
  const days = new Set(slots)
  let streak = 1
  while (days.has(day - streak)) streak++
  return streak
}

/** Above every day and every limit, so that a drop can change between STREAK and another type. */
const UNLIMITED_SLOTS = 1_000_000_000_000

export const slotWithoutLimit = (sequence: number): number => UNLIMITED_SLOTS + sequence

/** The smallest slot, from 1, that no reserved claim of the wallet fills. */
export function freeSlot(slots: readonly number[]): number {
  if (slots.length === 0) return 1
  const taken = new Set(slots)
  let slot = 1
  while (taken.has(slot)) slot++
  return slot
}

/** Whether the amount waits for the beacon. */
export const isUndrawn = ({ draw }: Pick<Claim, 'draw'>): boolean => draw !== null && draw.revealedAt === null

/** When the claim's voucher expires; null if the claim waits for no voucher. */
export const voucherExpiryOf = ({ state }: Claim): Instant | null =>
  state.kind === 'PENDING' ? state.expiresAt : null

/** The `WalletState` of a wallet, from all its claims on the drop in any order. */
export function walletStateOf(drop: Drop, claims: readonly Claim[]): WalletState {
  const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence)
  const isStreak = drop.claimType === 'STREAK'
  const isLimited = isStreak || walletLimit(drop) !== Number.POSITIVE_INFINITY
  const reserved = inOrder.filter((claim) => isReserved(claim.state))
  const newest = isLimited || drop.award.kind === 'random' ? reserved.at(-1) : undefined
  return {
    live: reserved.filter((claim) => claim.state.kind === 'PENDING' || claim === newest),
    slots: isLimited ? reserved.map(({ slot, createdAt }) => (isStreak ? utcDay(createdAt) : slot)) : [],
  }
}
