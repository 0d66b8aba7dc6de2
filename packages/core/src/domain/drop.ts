import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import type { ClaimOrder } from './claim-order.ts'
import type { Collection } from './collection.ts'
import type { GatingConfig } from './gating/gating.ts'
import type { DropId, TokenId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import type { Json } from './json.ts'
import type { Lottery } from './lottery.ts'
import type { PaymentTotals } from './payment/payment-totals.ts'

/** What is given out: amounts of a token, or NFTs, one apiece. */
export type DropType = 'TOKEN' | 'NFT'
/** STREAK: one claim a wallet and UTC day; else as many as `maxPerWallet` says. ELITE: closed until it has rules. */
export type ClaimType = 'REGULAR' | 'STREAK' | 'ELITE'
/** OPEN: any key may claim, for any address; WALLET: each wallet for itself; OWNER: the owner's keys alone. */
export type ClaimAccess = 'OPEN' | 'WALLET' | 'OWNER'
/**
 * WALLET: the claimer's wallet takes its voucher to the chain and pays the gas; SPONSORED: the wallet signs, the service
 * pays the gas; SERVER: the service delivers every claim. Random amounts are always delivered by the service.
 */
export type ClaimDelivery = 'WALLET' | 'SPONSORED' | 'SERVER'
/** As the API shows it; `statusAt` tells which it is at an instant. */
export type DropStatus = 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'PAUSED' | 'SOLD_OUT' | 'ENDED' | 'CANCELLED'

/** Bytes that were encrypted under the service's master key; only the `Secrets` port opens them. */
export type Sealed = string

/** What one claim gets. */
export type Award =
  | { readonly kind: 'open' }
  | { readonly kind: 'fixed'; readonly amount: Amount }
  | {
      readonly kind: 'random'
      /** SHA-256 of the seed, hex; public from the start. */
      readonly commitment: string
      /** The 32 bytes all draws follow from. */
      readonly seed: Sealed
      /** The public randomness that all draws follow from as well; null or left out if the seed alone decides. */
      readonly beacon?: BeaconChain | null
    }

/** What one item costs. */
export interface Price {
  /** For one item, in the currency's smallest unit. */
  readonly atomic: bigint
  readonly currency: string
}

/**
 * What the chain shows of a vault that the ledger cannot explain: a claim that is none of ours, less in it than what was
 * put in less what was claimed, a key to check vouchers by that the drop never had, or no vault at all.
 */
export type VaultAlarm = 'unknown_claim' | 'missing_amount' | 'unknown_key' | 'vault_gone'

/** The drop's object on the chain that holds what is left of its pool. */
export type Vault =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open'
      readonly objectId: Address
      readonly packageId: Address
      readonly coinType: string
      /** All that was ever put in, as last seen on the chain. */
      readonly deposited: Amount
      /** Why it is to be paused on the chain; null while all is well. Only the drop's owner ends it. */
      readonly alarm: VaultAlarm | null
      /** The most that was ever found missing in it: no news, and no alarm again. */
      readonly missing: Amount
    }
  | { readonly kind: 'closed'; readonly objectId: Address }

/** The Ed25519 key that signs the drop's vouchers. */
export interface VoucherKey {
  /** Base64 of the 32 bytes. */
  readonly publicKey: string
  readonly privateKey: Sealed
}

/** What has been taken from the pool so far. It changes with every claim and is kept with the drop's row. */
export interface Tally {
  /** Base units of claims that are PENDING, SUBMITTED or CONFIRMED. */
  readonly reservedAmount: Amount
  readonly reservedCount: number
  /** Set aside by payment intents for items that are not claimed yet. */
  readonly heldAmount: Amount
  readonly heldItems: number
  /** The sequence of the newest claim; 0 before the first. */
  readonly lastSequence: number
  /** Null before the first claim of a release that keeps the order. */
  readonly order: ClaimOrder | null
}

/** A pool of tokens or pieces, the rules by which it is given out, and what has been taken of it so far. */
export interface Drop {
  readonly id: DropId
  readonly creatorId: UserId
  readonly tokenId: TokenId
  readonly title: string
  readonly description: string | null
  readonly imageUrl: string | null
  readonly shortcode: string
  readonly communityId: string | null
  readonly metadata: Json
  readonly estimatedValueUsd: number | null

  readonly type: DropType
  /** Null for a drop of tokens, and for an NFT drop of an earlier release. */
  readonly collection: Collection | null
  readonly claimType: ClaimType
  readonly claimAccess: ClaimAccess
  /** Whether a claim needs a claim link. */
  readonly isLinkOnly: boolean
  readonly delivery: ClaimDelivery
  /** Null if the drop is first come, first served. */
  readonly lottery: Lottery | null
  readonly award: Award
  /** What the drop gives out in all (`maxAmount`). */
  readonly pool: Amount
  /** How many items there are, or null for as many as the pool holds. */
  readonly supply: number | null
  /** As given; what follows when it is null depends on the price. */
  readonly maxPerWallet: number | null
  readonly price: Price | null
  /** In which it is, was or would be priced; it never changes. */
  readonly currency: string
  readonly startsAt: Instant | null
  readonly claimDeadline: Instant | null
  readonly gating: GatingConfig | null
  /** How many wallets the owner has exempted from the gating rules. */
  readonly exemptionCount: number

  /** As last written; what holds now is `statusAt(drop, now)`. */
  readonly status: DropStatus
  /** When the drop first sold out or ended, if it has. */
  readonly completedAt: Instant | null
  readonly tally: Tally
  /** What its sales have brought in, and where that went. */
  readonly payments: PaymentTotals
  readonly vault: Vault
  readonly voucherKey: VoucherKey
  /** A key that is on its way to the chain. */
  readonly nextVoucherKey: VoucherKey | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** When its owner deleted it: gone for every reader, kept until what it owes on the chain is settled. */
  readonly deletedAt: Instant | null
}

/** Of a drop without claims. */
export const EMPTY_TALLY: Tally = {
  reservedAmount: amountOf(0n),
  reservedCount: 0,
  heldAmount: amountOf(0n),
  heldItems: 0,
  lastSequence: 0,
  order: null,
}

type Terms = Pick<Drop, 'award' | 'pool' | 'supply' | 'price'>

/**
 * The least that one more claim takes: the fixed amount, what a paid item is worth, or 1.
 * On a priced drop without a fixed amount an item is an equal share of the pool.
 */
export function itemAmount({ award, pool, supply, price }: Terms): Amount {
  if (award.kind === 'fixed') return award.amount
  if (award.kind === 'open' && price !== null && supply !== null) return amountOf(pool / BigInt(supply))
  return amountOf(1n)
}

/** How much of the pool is claimed, in percent. The product is exact and only the quotient is rounded: a whole pool is 100. */
export const percentClaimed = ({ pool, tally }: Pick<Drop, 'pool' | 'tally'>): number =>
  Number(100n * tally.reservedAmount) / Number(pool)

/** Whether the service sends claims to the chain itself. Such a claim has no voucher and is never released. */
export const isServerDelivered = ({ award, delivery }: Pick<Drop, 'award' | 'delivery'>): boolean =>
  award.kind === 'random' || delivery === 'SERVER'

/** pool − reserved − held. */
export function freeAmount(pool: Amount, tally: Tally): Amount {
  const free = pool - tally.reservedAmount - tally.heldAmount
  invariant(
    free >= 0n,
    () => `reserved ${tally.reservedAmount} and held ${tally.heldAmount} exceed the pool of ${pool}`,
  )
  return free as Amount
}

/** Items that are neither reserved nor held; Infinity when only the pool bounds them. */
export const freeItems = (supply: number | null, tally: Tally): number =>
  supply === null ? Number.POSITIVE_INFINITY : supply - tally.reservedCount - tally.heldItems

/** Whether no further item fits beside what is reserved. What is held counts as still to be had. */
export function isSoldOut(terms: Terms, tally: Tally): boolean {
  if (terms.supply !== null && tally.reservedCount >= terms.supply) return true
  return terms.pool - tally.reservedAmount < itemAmount(terms)
}

/** How many reserved claims one wallet may have on a drop that is not a STREAK; Infinity for no limit. */
export const walletLimit = (drop: {
  readonly maxPerWallet: number | null
  /** However it is written: only whether there is one counts. */
  readonly price: object | number | null
}): number => drop.maxPerWallet ?? (drop.price === null ? 1 : Number.POSITIVE_INFINITY)
