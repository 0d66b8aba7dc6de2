import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import type { ClaimOrder } from './claim-order.ts'
import type { Collection } from './collection.ts'
import type { GatingConfig } from './gating/gating.ts'
import type { HumanCheckKind } from './human-check.ts'
import type { DropId, TokenId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import type { Json } from './json.ts'
import type { Lottery } from './lottery.ts'
import type { PaymentTotals } from './payment/drop-totals.ts'

/** TOKEN drops give out amounts of a token. NFT drops give out pieces. */
export type DropType = 'TOKEN' | 'NFT'
/**
 * STREAK: one claim per wallet and UTC day. REGULAR and ELITE: up to `maxPerWallet` claims. ELITE: no wallet can claim
 * without gating rules.
 */
export type ClaimType = 'REGULAR' | 'STREAK' | 'ELITE'
/**
 * OPEN: any key may claim for any address. WALLET: each wallet claims for itself. OWNER: only the owner's keys may claim.
 */
export type ClaimAccess = 'OPEN' | 'WALLET' | 'OWNER'
/**
 * WALLET: the claimer's wallet submits its voucher and pays the gas. SPONSORED: the wallet signs, and the service pays the
 * gas. SERVER: the service delivers every claim. The service always delivers random amounts.
 */
export type ClaimDelivery = 'WALLET' | 'SPONSORED' | 'SERVER'
/** The status that the API shows; `statusAt` gives it for an instant. */
export type DropStatus = 'DRAFT' | 'SCHEDULED' | 'ACTIVE' | 'PAUSED' | 'SOLD_OUT' | 'ENDED' | 'CANCELLED'

/** Bytes encrypted under the service's master key. Only the `Secrets` port can open them. */
export type Sealed = string

/** The amount of one claim. */
export type Award =
  | { readonly kind: 'open' }
  | { readonly kind: 'fixed'; readonly amount: Amount }
  | {
      readonly kind: 'random'
      /** SHA-256 of the seed, hex; public from the start. */
      readonly commitment: string
      /** The 32-byte seed of all draws. */
      readonly seed: Sealed
      /** The public randomness that all draws also depend on; null or undefined if the seed alone decides. */
      readonly beacon?: BeaconChain | null
    }

type BeaconAward = Extract<Award, { kind: 'random' }> & { readonly beacon: BeaconChain }

/** Whether a beacon draws the amounts some time after the claims. */
export const isDrawnByBeacon = (award: Award): award is BeaconAward =>
  award.kind === 'random' && award.beacon != null

/** The price of one item. */
export interface Price {
  /** In the currency's smallest unit. */
  readonly atomic: bigint
  readonly currency: string
}

/**
 * A difference between a vault on the chain and the store that no claim explains: a claim that the service did not grant,
 * less money than deposits minus claims, an unknown key for checking vouchers, or no vault at all.
 */
export type VaultAlarm = 'unknown_claim' | 'missing_amount' | 'unknown_key' | 'vault_gone'

/** The drop's object on the chain, which holds what is left of its pool. */
export type Vault =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open'
      readonly objectId: Address
      readonly packageId: Address
      readonly coinType: string
      /** The sum of all deposits that the chain has shown. */
      readonly deposited: Amount
      /** Why the vault must be paused on the chain; null without an alarm. Only the drop's owner ends an alarm. */
      readonly alarm: VaultAlarm | null
      /** The largest amount that was ever missing. Raises no further alarm. */
      readonly missing: Amount
    }
  | { readonly kind: 'closed'; readonly objectId: Address }

/** The Ed25519 key that signs the drop's vouchers. */
export interface VoucherKey {
  /** Base64 of the 32 bytes. */
  readonly publicKey: string
  readonly privateKey: Sealed
}

/** The public keys that a drop had before its present one. */
export interface FormerKeys {
  /** Base64, newest first; at most `MAX_FORMER_KEYS`. */
  readonly publicKeys: readonly string[]
  /** False if the drop may have signed receipts with still earlier keys. */
  readonly isComplete: boolean
}

/** What has been taken from the pool so far. Changes with every claim and is stored with the drop. */
export interface Tally {
  /** Base units of claims that are PENDING, SUBMITTED or CONFIRMED. */
  readonly reservedAmount: Amount
  readonly reservedCount: number
  /** Held by payment intents for items that are not claimed yet. */
  readonly heldAmount: Amount
  readonly heldItems: number
  /** The sequence of the newest claim; 0 before the first. */
  readonly lastSequence: number
  /** Null until a release that keeps the order has stored a claim. */
  readonly order: ClaimOrder | null
}

/** A pool of tokens or pieces, its rules, and what has been taken of it. */
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
  readonly humanCheck: HumanCheckKind
  /** The origins whose pages may embed the claim page; empty for none. */
  readonly embedOrigins: readonly string[]
  /** Null for a first-come, first-served drop. */
  readonly lottery: Lottery | null
  readonly award: Award
  /** The total that the drop gives out (`maxAmount`). */
  readonly pool: Amount
  /** The number of items; null if only the pool limits it. */
  readonly supply: number | null
  /** The value that the owner set. The default depends on the price. */
  readonly maxPerWallet: number | null
  readonly price: Price | null
  /** The currency of the price. Never changes, even while the drop is free. */
  readonly currency: string
  readonly startsAt: Instant | null
  readonly claimDeadline: Instant | null
  readonly gating: GatingConfig | null
  /** How many wallets the owner has exempted from the gating rules. */
  readonly exemptionCount: number

  /** As last written. The current status is `statusAt(drop, now)`. */
  readonly status: DropStatus
  /** When the drop first sold out or ended; null before that. */
  readonly completedAt: Instant | null
  readonly tally: Tally
  /** Totals of the drop's sales. */
  readonly payments: PaymentTotals
  /**
   * The coin type of `payments`: that of the first payment in the drop's currency, even if the service later uses another coin
   * for the currency. Null before that payment; `SEVERAL_COINS` if an earlier release counted several coins together.
   */
  readonly paymentCoin: string | null
  readonly vault: Vault
  readonly voucherKey: VoucherKey
  /** A new key that the chain does not show yet. */
  readonly nextVoucherKey: VoucherKey | null
  /** Null if the drop never had another key. */
  readonly formerKeys: FormerKeys | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /**
   * When the owner deleted the drop. A deleted drop is hidden from all readers, and kept until its vault and payments are
   * settled.
   */
  readonly deletedAt: Instant | null
}

/**
 * A drop as lists and look-ups for display return it. Its metadata and its gating config may be left out, because they may
 * have 64 and 130 kB, and a list may have 200 drops. `DropStore` reads them with `metadataOfDrops` and `gatingOfDrops`.
 */
export interface BriefDrop extends Omit<Drop, 'metadata' | 'gating'> {
  /** Undefined if it was left out. */
  readonly metadata: Json | undefined
  /** Undefined if it was left out. */
  readonly gating: GatingConfig | null | undefined
}

export const SEVERAL_COINS = 'several'

/** The tally of a drop without claims. */
export const EMPTY_TALLY: Tally = {
  reservedAmount: amountOf(0n),
  reservedCount: 0,
  heldAmount: amountOf(0n),
  heldItems: 0,
  lastSequence: 0,
  order: null,
}

/** The drop's row has these keys, and every claim reads the row. */
export const MAX_FORMER_KEYS = 50

/** The former keys of a drop after its key is replaced. Keeps the newest. */
export function formerKeysAfter(
  { voucherKey, formerKeys }: Pick<Drop, 'voucherKey' | 'formerKeys'>,
  newPublicKey: string,
): FormerKeys | null {
  const all = new Set([voucherKey.publicKey, ...(formerKeys?.publicKeys ?? [])])
  all.delete(newPublicKey)
  const isComplete = (formerKeys?.isComplete ?? true) && all.size <= MAX_FORMER_KEYS
  return all.size === 0 && isComplete ? null : { publicKeys: [...all].slice(0, MAX_FORMER_KEYS), isComplete }
}

/** The public keys that the drop's receipts can name, base64: the present one, then the former ones, newest first. */
export const publicKeysOf = ({ voucherKey, formerKeys }: BriefDrop): string[] => [
  voucherKey.publicKey,
  ...(formerKeys?.publicKeys ?? []),
]

type Terms = Pick<Drop, 'award' | 'pool' | 'supply' | 'price'>

/** The smallest amount that one more claim takes: the fixed amount, the value of a paid item, or 1. */
export const itemAmount = (terms: Terms): Amount =>
  terms.award.kind === 'open' && terms.price === null ? amountOf(1n) : soldItemAmount(terms)

/**
 * The amount of a paid item, also on a drop that has become free: the fixed amount, an equal share of the pool, or 1. A free drop
 * may have more items than its pool has base units.
 */
export function soldItemAmount({ award, pool, supply }: Omit<Terms, 'price'>): Amount {
  if (award.kind === 'fixed') return award.amount
  if (award.kind === 'random' || supply === null) return amountOf(1n)
  return amountOf(pool < BigInt(supply) ? 1n : pool / BigInt(supply))
}

/**
 * Whether the drop sells base units: it has a price, but no fixed amount and no supply. A claim then takes any number of the
 * units that its wallet has bought at once.
 */
export const sellsUnits = ({ price, supply, award }: Pick<Terms, 'price' | 'supply' | 'award'>): boolean =>
  price !== null && supply === null && award.kind === 'open'

/**
 * The claimed part of the pool, in percent. The product is exact and only the quotient is rounded, so a whole pool is
 * exactly 100.
 */
export const percentClaimed = ({ pool, tally }: Pick<Drop, 'pool' | 'tally'>): number =>
  Number(100n * tally.reservedAmount) / Number(pool)

/** Whether the service sends claims to the chain. Such a claim has no voucher. */
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

/** Items that are neither reserved nor held; Infinity if only the pool limits them. */
export const freeItems = (supply: number | null, tally: Tally): number =>
  supply === null ? Number.POSITIVE_INFINITY : supply - tally.reservedCount - tally.heldItems

/** How many more paid items the drop can hold now. */
export function itemsThatFit(drop: Drop): number {
  const byPool = freeAmount(drop.pool, drop.tally) / soldItemAmount(drop)
  const bySupply = freeItems(drop.supply, drop.tally)
  return byPool < BigInt(Number.MAX_SAFE_INTEGER) ? Math.min(Number(byPool), bySupply) : bySupply
}

/** Whether no further item fits besides what is reserved. Held items count as still available. */
export function isSoldOut(terms: Terms, tally: Tally): boolean {
  if (terms.supply !== null && tally.reservedCount >= terms.supply) return true
  return terms.pool - tally.reservedAmount < itemAmount(terms)
}

/** How many claims one wallet may make in all. On a STREAK, it may claim once a day without a total limit. */
export const totalLimit = (drop: Drop): number =>
  drop.claimType === 'STREAK' ? Number.POSITIVE_INFINITY : walletLimit(drop)

/** How many reserved claims one wallet may have on a drop that is not a STREAK; Infinity without a limit. */
export const walletLimit = (drop: {
  readonly maxPerWallet: number | null
  /** Only whether there is a price matters here. */
  readonly price: object | number | null
}): number => drop.maxPerWallet ?? (drop.price === null ? 1 : Number.POSITIVE_INFINITY)
