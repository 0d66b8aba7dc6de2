import type { Address } from '../domain/address.ts'
import type { Claim } from '../domain/claim.ts'
import type { BriefDrop, Drop } from '../domain/drop.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { GatingConfig } from '../domain/gating/gating.ts'
import type { ClaimPlace, DropId, ExemptionId, GatingConfigId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { LotteryEntry } from '../domain/lottery.ts'
import type { RefusalKind } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { DropState, DropStateQuery } from './drop-state.ts'

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
