import type { Address } from '../domain/address.ts'
import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim, WalletState } from '../domain/claim.ts'
import { SOME_PAID } from '../domain/claim-decision.ts'
import type { ClaimLinkId, UsedClaimLink } from '../domain/claim-link.ts'
import type { BriefDrop, Drop } from '../domain/drop.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { GatingConfig } from '../domain/gating/gating.ts'
import type { FactRequest, StoreSource } from '../domain/gating/rule-kind.ts'
import type {
  ClaimPlace,
  DropId,
  ExemptionId,
  GatingConfigId,
  PaymentIntentId,
  PayoutId,
  RefundId,
  TokenId,
  UserId,
} from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LotteryEntry } from '../domain/lottery.ts'
import type { UnpaidHolds } from '../domain/payment/create-intent.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund, Transfer } from '../domain/payment/transfer.ts'
import type { RefusalKind } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'
import type { Change, UniqueConflict } from './change-set.ts'

/** Drops with their claims and vaults, and their tokens. */
export interface DropStore {
  /** Locks the drop, loads the requested records in a constant number of queries, and commits what `decide` returns. */
  changeDrop<T>(
    dropId: DropId,
    query: DropStateQuery,
    decide: (dropState: DropState | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  changeToken<T>(
    tokenId: TokenId,
    decide: (token: Token | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  tokens(ids: readonly TokenId[]): Promise<ReadonlyMap<TokenId, Token>>
  drops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, Drop>>
  /** The same drops for display. */
  briefDrops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, BriefDrop>>
  /** The metadata of drops as JSON texts. */
  metadataOfDrops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, string>>
  /** The gating configs of drops. Drops without one are missing from the map. */
  gatingOfDrops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, GatingConfig>>
  /** Finds a drop by its shortcode, without regard to case. */
  dropByShortcode(shortcode: string): Promise<BriefDrop | undefined>
  /** Keyed by claim id. Includes claims on deleted drops. */
  claims(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
  /** Claims whose voucher expired before `before`, those first that expired first. */
  expiredVouchers(dropId: DropId, before: Instant, limit: number): Promise<readonly Claim[]>
  /** When the next voucher of this drop expires; null if none is open. */
  nextVoucherExpiry(dropId: DropId): Promise<Instant | null>
  /** Claims that the service delivers and that are in no transaction yet, by sequence, after `after` if it is given. */
  undeliveredClaims(dropId: DropId, limit: number, after?: number): Promise<readonly Claim[]>
  /** Claims that wait for the beacon, whose `draw` has no `revealedAt` yet, by sequence. */
  undrawnClaims(dropId: DropId, limit: number): Promise<readonly Claim[]>
  /** What `changeDrop` would load, without a lock. For display, not for decisions. */
  dropState(dropId: DropId, query: DropStateQuery): Promise<DropState | null>
  /** Drops by vault, including deleted drops. */
  dropsByVault(dropObjectIds: readonly Address[]): Promise<ReadonlyMap<Address, Drop>>
  /** Drops with an open vault, including deleted ones, ordered by creator and id, after a place in that order. */
  openVaults(page: {
    readonly after?: { readonly creatorId: UserId; readonly dropId: DropId } | undefined
    readonly limit: number
  }): Promise<readonly Drop[]>
  /** The number of vaults with an alarm. */
  countVaultAlarms(): Promise<number>
  /** A drop, even if it was deleted. */
  dropForSettlement(dropId: DropId): Promise<Drop | undefined>
  /** The drop's claims, oldest first, after a sequence. */
  claimsInOrder(dropId: DropId, afterSequence: number, limit: number): Promise<readonly Claim[]>
  /** By id. Unknown ones are missing from the map. */
  exemptions(ids: readonly ExemptionId[]): Promise<ReadonlyMap<ExemptionId, Exemption>>
  /** A gating config by its id. */
  gatingConfig(id: GatingConfigId): Promise<GatingConfig | undefined>
}

/** The entries of lotteries. A drop may have millions, so they are read in pages. */
export interface LotteryStore {
  /** A wallet's entry, with its rank if it has one. */
  lotteryEntry(dropId: DropId, wallet: Address): Promise<LotteryEntry | undefined>
  /** Entries sorted by wallet, starting after or at one of them. Their `rank` is null. */
  entriesByWallet(
    dropId: DropId,
    page: {
      readonly after?: Address | undefined
      readonly from?: Address | undefined
      readonly limit: number
    },
  ): Promise<readonly LotteryEntry[]>
  /** All order keys from one text on and before another (or to the end), sorted. Reads all entries of the drop. */
  orderKeysBetween(dropId: DropId, from: string, before: string | null): Promise<readonly string[]>
  /**
   * Entries with a `chunkRoot`, sorted by wallet, without `rank`: all of them, one for 1,024 entries, at most 9,766.
   */
  firstEntriesOfChunks(dropId: DropId): Promise<readonly LotteryEntry[]>
}

/** The lengths of the intervals in which a drop's visits are counted: hours and days of UTC. */
export type CountInterval = 'HOUR' | 'DAY'

/**
 * What is counted of a drop: views of its claim page, wallets whose eligibility was checked, claims that were tried, and
 * refusals of them by kind.
 */
export type Counted = 'view' | 'wallet' | 'try' | `refused:${RefusalKind}`

/** How often one thing happened on a drop in one interval. */
export interface DropCount {
  readonly dropId: DropId
  readonly interval: CountInterval
  /** The start of the interval. */
  readonly at: Instant
  readonly counted: Counted
  readonly amount: number
  /** When retention may delete the count. */
  readonly expiresAt: Instant
}

/** The counts behind a drop's analytics. They contain no wallets, addresses or other personal data. */
export interface DropCounts {
  /**
   * Adds the amounts to those that are stored, in one transaction, so that the counts of several processes add up. At most
   * one of the given counts is for the same drop, interval, start and thing. Ignores drops that do not exist.
   */
  add(counts: readonly DropCount[]): Promise<void>
  /** The counts of a drop's intervals that start at `from` or later and before `to`. */
  read(
    dropId: DropId,
    range: { readonly interval: CountInterval; readonly from: Instant; readonly to: Instant },
  ): Promise<readonly Pick<DropCount, 'at' | 'counted' | 'amount'>[]>
}

/** Describes a transfer whose fitting intents are requested. */
export interface FittingQuery {
  readonly transfer: Pick<Transfer, 'from' | 'coinType' | 'amount' | 'at'>
  /** Excludes intents that expired before this. */
  readonly since: Instant
}

/** The intents of any drop that a transfer fits. */
export interface Fitting {
  readonly intents: readonly PaymentIntent[]
  /** Whether more intents may fit than were loaded. */
  readonly hasMore: boolean
}

/** A claim that may spend a paid intent. */
export interface Buyer {
  readonly wallet: Address
  /** How many items of one intent the claim spends, if the drop sells base units; 1 otherwise. */
  readonly items: number
}

/**
 * How many paid intents are loaded for a wallet: the oldest ones, and the smallest ones with enough items for each claim. At
 * least one for each of its claims, because each may use up one.
 */
export function mostPaidLoaded(buyers: readonly Buyer[]): number {
  const claims = [...Map.groupBy(buyers, ({ wallet }) => wallet).values()]
  return Math.max(SOME_PAID, ...claims.map(({ length }) => length))
}

/** What a decision needs to know besides the drop itself. Missing fields request nothing. */
export interface DropStateQuery {
  /** Wallets whose `WalletState` is requested. */
  readonly wallets?: readonly Address[]
  /** Facts about those wallets. Account ages refer to `now`. */
  readonly facts?:
    | { readonly requests: readonly FactRequest<StoreSource>[]; readonly now: Instant }
    | undefined
  /** Claims for which paid intents are requested. */
  readonly buyers?: readonly Buyer[]
  readonly intentIds?: readonly PaymentIntentId[]
  readonly openIntentsOf?: UserId
  /**
   * The user whose PENDING and PROCESSING intents on all drops are counted, up to `most`. `changeDrop` locks the user, before
   * the drop, so that purchases on different drops do not exceed a limit together.
   */
  readonly allOpenIntentsOf?: { readonly userId: UserId; readonly most: number } | undefined
  /** The largest number of the drop's PENDING and PROCESSING intents to load into `intents`, oldest first. */
  readonly openIntentsAtMost?: number
  /** Whether to find out if any payment intent of the drop has money that is not refunded yet. */
  readonly hasMoney?: boolean
  /** The wallet whose held items, paid or not, are requested. */
  readonly heldItemsOf?: Address
  /** The wallet and the user whose unpaid holds are requested. Lapses count if they expired after `since`. */
  readonly unpaidOf?: { readonly wallet: Address; readonly payer: UserId; readonly since: Instant }
  /** The transfer whose fitting intents are requested; see `Store.fittingIntents`. */
  readonly fitting?: FittingQuery
  /** Wallets whose exemptions are requested. */
  readonly exemptionsOf?: readonly Address[]
  readonly refundIds?: readonly RefundId[]
  readonly payoutIds?: readonly PayoutId[]
  /** Whether to load the intents of those refunds and payouts. */
  readonly intentsOfTransfers?: boolean
  /**
   * Whether to load transactions whose outcome is not known yet: those of the refunds and payouts in this query, and all for
   * the drop's vault, which are few. A drop may have thousands for other refunds.
   */
  readonly openTransactions?: boolean
  /** Ids of claim links to load, each with the claim that it was used for. */
  readonly linkIds?: readonly ClaimLinkId[]
  /** Wallets whose entries in the drop's lottery are requested. */
  readonly entriesOf?: readonly Address[]
  /** Approvals of recipients to look for in the drop's claims. */
  readonly approvals?: readonly { readonly wallet: Address; readonly nonce: string }[]
  /** Sequences of claims to load. */
  readonly sequences?: readonly number[]
  /** The largest number of claims with an open voucher to load, those that expire first. */
  readonly pendingClaimsAtMost?: number
  /** Whether to load one claim that the service delivers and that is not in a transaction yet. */
  readonly anUndelivered?: boolean
  /** Loads claims with a greater sequence than this. */
  readonly claimsAfter?: number
  /** Whether to load all claims of the drop, oldest first. */
  readonly allClaims?: boolean
}

/** A drop and the requested records, locked until the transaction ends. */
export interface DropState {
  /** Present even if it was deleted; see `Drop.deletedAt`. */
  readonly drop: Drop
  /** One for each requested wallet that has claims on this drop. */
  readonly walletStates: ReadonlyMap<Address, WalletState>
  /** The requested facts, by `factKey` and wallet. Complete for every wallet and request. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<Address, bigint>>
  /**
   * Paid intents of each requested buyer that still hold items, oldest first. Of many, only those that the requested claims
   * can spend; see `mostPaidLoaded`.
   */
  readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]>
  /** The requested intents that are on this drop. */
  readonly intents: ReadonlyMap<PaymentIntentId, PaymentIntent>
  /** The number of PENDING and PROCESSING intents of `openIntentsOf` on this drop; 0 if no user was named. */
  readonly openIntents: number
  /** The number of intents that `allOpenIntentsOf` asks for; 0 if no user was named. */
  readonly allOpenIntents: number
  /** Whether a payment intent of the drop has money, in any coin, that is not refunded yet; false if not requested. */
  readonly hasMoney: boolean
  /** The number of items that the intents of `heldItemsOf` hold on this drop; 0 if no wallet was named. */
  readonly heldItems: number
  /** The unpaid holds of the wallet and the user of `unpaidOf`; empty if none was named. */
  readonly unpaidOfWallet: UnpaidHolds
  readonly unpaidOfPayer: UnpaidHolds
  /** The intents that the requested transfer fits; empty if none was requested. */
  readonly fitting: Fitting
  /** The valid exemptions of `exemptionsOf`. */
  readonly exemptions: ReadonlyMap<Address, Exemption>
  /** The requested refunds and payouts. */
  readonly refunds: ReadonlyMap<RefundId, Refund>
  readonly payouts: ReadonlyMap<PayoutId, Payout>
  /** The requested transactions whose outcome is not known yet, oldest first. */
  readonly openTransactions: readonly ChainTransaction[]
  /** The requested links that the drop has. */
  readonly links: ReadonlyMap<ClaimLinkId, UsedClaimLink>
  /** The entries of requested wallets. */
  readonly entries: ReadonlyMap<Address, LotteryEntry>
  /** The requested approvals that claims of the drop have used, by `approvalKey`. */
  readonly usedApprovals: ReadonlySet<string>
  /** The requested claims by sequence, oldest first. */
  readonly claims: ReadonlyMap<number, Claim>
}
