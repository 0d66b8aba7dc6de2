import type { Address } from '../domain/address.ts'
import type { Claim, ClaimStatus } from '../domain/claim.ts'
import type { ClaimLinkId, UsedClaimLink } from '../domain/claim-link.ts'
import type { BriefDrop, ClaimType, DropStatus, DropType } from '../domain/drop.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { ClaimPlace, DropId, ExemptionId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Token } from '../domain/token.ts'
import type { User } from '../domain/user.ts'

/** Filters drops. Missing fields do not restrict the result. */
export interface DropFilter {
  /** The drop's status at an instant (`statusAt`), even if it has not been written yet. */
  readonly status?: { readonly is: DropStatus; readonly at: Instant } | undefined
  readonly type?: DropType | undefined
  readonly claimType?: ClaimType | undefined
  readonly creatorId?: string | undefined
  readonly tokenId?: string | undefined
  readonly communityId?: string | undefined
  /** Only drops that are not DRAFT, CANCELLED or `isLinkOnly`, and whose `claimAccess` is not OWNER. */
  readonly isPublic?: boolean | undefined
}

/** Filters claims. Missing fields do not restrict the result. */
export interface ClaimFilter {
  readonly dropId?: DropId | undefined
  readonly status?: ClaimStatus | undefined
  readonly claimer?: Address | undefined
  /** Only claims that this user made, that the user's wallet got, or that are on the user's drops. */
  readonly concerning?: { readonly userId: UserId; readonly wallet: Address | null } | undefined
}

/** Claims after one sequence, up to and including another, that were made before an instant. */
export interface ClaimRange {
  readonly after: number
  readonly upTo: number
  readonly before: Instant
}

/** Sums over a range of claims. */
export interface ClaimSum {
  /** The number and the total amount of reserved claims. */
  readonly claims: number
  readonly amount: bigint
  /** Whether none of the claims is PENDING or SUBMITTED. */
  readonly isSettled: boolean
  /** When the first claim was made, reserved or not; null if there is none. */
  readonly firstAt: Instant | null
}

/**
 * Lists and reports. Lists are newest first, keyed by id. A record that is added in the meantime neither hides nor repeats
 * a row. No list contains deleted drops.
 */
export interface ListStore {
  /** DRAFTs are included only if they belong to `reader`. */
  listDrops(filter: DropFilter, reader: UserId, page: Page<DropId>): Promise<readonly BriefDrop[]>
  listTokens(page: Page<TokenId>): Promise<readonly Token[]>
  listUsers(page: Page<UserId>): Promise<readonly User[]>
  /** Newest first by creation time, then by drop and sequence. */
  listClaims(filter: ClaimFilter, page: Page<ClaimPlace>): Promise<readonly Claim[]>
  /** The same lists for several parents at once, each with its own page. Parents without rows may be missing. */
  dropsOfTokens(
    tokenIds: readonly TokenId[],
    reader: UserId,
    page: Page<DropId>,
  ): Promise<ReadonlyMap<TokenId, readonly BriefDrop[]>>
  dropsOfUsers(
    userIds: readonly UserId[],
    reader: UserId,
    page: Page<DropId>,
  ): Promise<ReadonlyMap<UserId, readonly BriefDrop[]>>
  tokensOfUsers(
    userIds: readonly UserId[],
    page: Page<TokenId>,
  ): Promise<ReadonlyMap<UserId, readonly Token[]>>
  /** Newest first by sequence. */
  claimsOfDrops(
    dropIds: readonly DropId[],
    page: Page<ClaimPlace>,
  ): Promise<ReadonlyMap<DropId, readonly Claim[]>>
  /**
   * Claims that the users made or that their wallets got, and that the reader may see: on drops that the reader may read,
   * and claims that the reader made, that the reader's wallet got, or that are on the reader's drops.
   */
  claimsOfUsers(
    users: readonly User[],
    reader: Pick<User, 'id' | 'walletAddress'>,
    page: Page<ClaimPlace>,
  ): Promise<ReadonlyMap<UserId, readonly Claim[]>>
  countsOfUsers(
    users: readonly User[],
    reader: UserId,
  ): Promise<ReadonlyMap<UserId, { readonly drops: number; readonly claims: number }>>
  /** The drop's links with the claims that used them, newest first by creation time, then by id. */
  listClaimLinks(dropId: DropId, page: Page<ClaimLinkId>): Promise<readonly UsedClaimLink[]>
  /** The number of claims on the drop since an hour began. The cost does not grow with their number. */
  claimsSince(dropId: DropId, since: Instant): Promise<number>
  /** Sums over ranges of the drop's claims, in the order of the ranges, in one query. */
  claimSums(dropId: DropId, ranges: readonly ClaimRange[]): Promise<readonly ClaimSum[]>
  /** The drop's exemptions, including revoked ones. */
  listExemptions(dropId: DropId, page: Page<ExemptionId>): Promise<readonly Exemption[]>
}

/** One page of a list. */
export interface Page<After> {
  /** 1 to 200. */
  readonly limit: number
  /** The id of the last entry that was seen. The page continues with older entries. */
  readonly after?: After | undefined
}
