import type { Address } from '../domain/address.ts'
import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim, ClaimStatus, Standing } from '../domain/claim.ts'
import type { PaidItems } from '../domain/claim-ladder.ts'
import type { ClaimType, Drop, DropStatus, DropType } from '../domain/drop.ts'
import type { EventType, LoggedEvent, NewEvent } from '../domain/event.ts'
import type { ApiKeyId, ClaimPlace, DropId, TokenId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'
import type { ApiKey, Credential, User } from '../domain/user.ts'
import type { JobRequest } from './job-queue.ts'

/** What one transaction writes. Everything in it happens, or nothing does. */
export interface ChangeSet {
  readonly insert?: {
    readonly users?: readonly User[]
    readonly apiKeys?: readonly ApiKey[]
    readonly tokens?: readonly Token[]
    readonly drops?: readonly Drop[]
    readonly claims?: readonly Claim[]
    readonly chainTransactions?: readonly ChainTransaction[]
  }
  /** Whole records by their ids; each must exist. Ids, creators and creation times never change. */
  readonly update?: {
    readonly users?: readonly User[]
    readonly apiKeys?: readonly ApiKey[]
    readonly tokens?: readonly Token[]
    readonly drops?: readonly Drop[]
    readonly claims?: readonly Claim[]
    readonly chainTransactions?: readonly ChainTransaction[]
  }
  /** Appended to the log in this order. */
  readonly events?: readonly NewEvent[]
  /** Asked for in the same transaction; see `JobQueue`. */
  readonly jobs?: readonly JobRequest[]
}

/** A decision made on locked records: what to write, and what to tell the caller once it is committed. */
export interface Change<T> extends ChangeSet {
  readonly result: T
}

/** A value that must be unique is taken. Nothing was written. */
export interface UniqueConflict {
  readonly kind: 'unique_conflict'
  readonly field: 'shortcode' | 'username' | 'identityProviderId' | 'walletAddress' | 'secretHash'
}

/** What a decision on a drop wants to know beyond the drop itself. */
export interface PoolQuestion {
  /** Wallets whose standing is wanted. */
  readonly wallets?: readonly Address[]
  /** Whether `Standing.confirmedCount` is wanted too. */
  readonly countConfirmed?: boolean
  /** Claims wanted by their sequence. */
  readonly sequences?: readonly number[]
  /** Whether all of the drop's claims are wanted, oldest first. */
  readonly allClaims?: boolean
}

/** A drop and what was asked about it, locked until the transaction ends. */
export interface Pool {
  /** Also when it was deleted; see `Drop.deletedAt`. */
  readonly drop: Drop
  /** One for each wallet asked for that has claims here; see `Standing` for what is in it. */
  readonly standings: ReadonlyMap<Address, Standing>
  readonly paid: ReadonlyMap<Address, readonly PaidItems[]>
  /** The claims asked for, by sequence, oldest first. */
  readonly claims: ReadonlyMap<number, Claim>
}

export interface Page<After> {
  /** 1 to 200. */
  readonly limit: number
  /** The last one seen; the page goes on towards older ones. */
  readonly after?: After | undefined
}

export interface DropFilter {
  /** The status a drop has at an instant (`statusAt`), whatever has been written by then. */
  readonly status?: { readonly is: DropStatus; readonly at: Instant } | undefined
  readonly type?: DropType | undefined
  readonly claimType?: ClaimType | undefined
  readonly creatorId?: string | undefined
  readonly tokenId?: string | undefined
  readonly communityId?: string | undefined
}

export interface ClaimFilter {
  readonly dropId?: DropId | undefined
  readonly status?: ClaimStatus | undefined
  readonly claimer?: Address | undefined
  /** Only claims that this user made, that its wallet got, or that are on its drops. */
  readonly concerning?: { readonly userId: UserId; readonly wallet: Address | null } | undefined
}

/** A credential as it stands now, by the hash of its secret. */
export interface KnownCredential {
  readonly credential: Credential
  readonly user: User
  readonly secretHash: string
  readonly requestsPerMinute: number | null
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
}

export interface EventQuestion {
  /** Only events of this user's things or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly types?: readonly EventType[] | undefined
  readonly limit: number
  /** Positions below this one, newest first; without it and `since`, from the newest. */
  readonly after?: number | undefined
  /** Positions above this one, oldest first. */
  readonly since?: number | undefined
}

/**
 * Where everything is kept. Methods that change run in one transaction each and either commit as a whole or leave no
 * trace. `decide` is called with records that are locked until the commit: it must be synchronous, quick and pure, for
 * it may be called again when the database asks for the transaction to be repeated. Anything it throws rolls back and
 * reaches the caller.
 *
 * Readers see committed records only. When the database cannot be reached, every method throws an error named
 * `StoreUnavailable`; after a change threw it, it is unknown whether it was committed.
 *
 * Lists are newest first, keyed by id, so that what is added meanwhile neither hides nor doubles a row. Deleted drops
 * are in no read.
 */
export interface Store {
  /** Locks the drop, loads what is asked for in a constant number of queries, and commits what `decide` says. */
  changeDrop<T>(
    dropId: DropId,
    question: PoolQuestion,
    decide: (pool: Pool | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  changeToken<T>(
    tokenId: TokenId,
    decide: (token: Token | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  changeUser<T>(userId: UserId, decide: (user: User | null) => Change<T>): Promise<Result<T, UniqueConflict>>
  changeApiKey<T>(
    keyId: ApiKeyId,
    decide: (key: ApiKey | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  /** Commits something new that depends on nothing that is there. */
  create(change: ChangeSet): Promise<Result<void, UniqueConflict>>

  /** Credentials by the SHA-256 of their secrets, hex; unknown ones are missing from the map. */
  credentials(secretHashes: readonly string[]): Promise<ReadonlyMap<string, KnownCredential>>
  /** Notes when keys were last used. */
  touchApiKeys(lastUsed: ReadonlyMap<ApiKeyId, Instant>): Promise<void>
  isEmpty(): Promise<boolean>

  /** By id, for any number at once; what does not exist is missing from the map. */
  users(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, User>>
  usersByWallet(wallets: readonly Address[]): Promise<ReadonlyMap<Address, User>>
  tokens(ids: readonly TokenId[]): Promise<ReadonlyMap<TokenId, Token>>
  drops(ids: readonly DropId[]): Promise<ReadonlyMap<DropId, Drop>>
  /** Without regard to case. */
  dropByShortcode(shortcode: string): Promise<Drop | undefined>
  userByUsername(username: string): Promise<User | undefined>
  /** Keyed by `claimIdOf`; also claims on deleted drops. */
  claims(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
  apiKeys(userId: UserId): Promise<readonly ApiKey[]>

  /** Without the DRAFTs of anybody but `reader`. */
  listDrops(filter: DropFilter, reader: UserId, page: Page<DropId>): Promise<readonly Drop[]>
  listTokens(page: Page<TokenId>): Promise<readonly Token[]>
  listUsers(page: Page<UserId>): Promise<readonly User[]>
  /** Newest first by creation time, then by drop and sequence. */
  listClaims(filter: ClaimFilter, page: Page<ClaimPlace>): Promise<readonly Claim[]>

  /** The same lists for several parents at once, each with its own page; parents without any may be missing. */
  dropsOfTokens(
    tokenIds: readonly TokenId[],
    reader: UserId,
    page: Page<DropId>,
  ): Promise<ReadonlyMap<TokenId, readonly Drop[]>>
  dropsOfUsers(
    userIds: readonly UserId[],
    reader: UserId,
    page: Page<DropId>,
  ): Promise<ReadonlyMap<UserId, readonly Drop[]>>
  tokensOfUsers(
    userIds: readonly UserId[],
    page: Page<TokenId>,
  ): Promise<ReadonlyMap<UserId, readonly Token[]>>
  /** Newest first by sequence. */
  claimsOfDrops(
    dropIds: readonly DropId[],
    page: Page<ClaimPlace>,
  ): Promise<ReadonlyMap<DropId, readonly Claim[]>>
  /** Claims that the users made or that their wallets got. */
  claimsOfUsers(
    users: readonly User[],
    page: Page<ClaimPlace>,
  ): Promise<ReadonlyMap<UserId, readonly Claim[]>>
  countsOfUsers(
    users: readonly User[],
    reader: UserId,
  ): Promise<ReadonlyMap<UserId, { readonly drops: number; readonly claims: number }>>

  /** Claims whose voucher ran out before `before`, oldest first. */
  expiredVouchers(dropId: DropId, before: Instant, limit: number): Promise<readonly Claim[]>
  /** When the next voucher of this drop runs out; null when none is out. */
  nextVoucherExpiry(dropId: DropId): Promise<Instant | null>
  /** Claims that we deliver ourselves and that no transaction carries yet, oldest first. */
  undeliveredClaims(dropId: DropId, limit: number): Promise<readonly Claim[]>
  /** What `changeDrop` would see, without a lock: for looking, not for deciding. */
  pool(dropId: DropId, question: PoolQuestion): Promise<Pool | null>
  /** The drop by its vault, also when it was deleted. */
  dropsByVault(dropObjectIds: readonly Address[]): Promise<ReadonlyMap<Address, Drop>>
  /** Also when it was deleted. */
  dropForSettlement(dropId: DropId): Promise<Drop | undefined>
  /** Transactions for this drop whose outcome is not known yet, oldest first. */
  openChainTransactions(dropId: DropId): Promise<readonly ChainTransaction[]>

  /** One reader's view of the log. */
  events(question: EventQuestion): Promise<readonly LoggedEvent[]>
  /**
   * Calls `listener` soon after new events can be read, whichever server wrote them (a hint that carries nothing and
   * may come for nothing). Gives back what ends it.
   */
  onEvents(listener: () => void): () => void

  /** Throws when the store cannot be reached. */
  check(): Promise<void>
}
