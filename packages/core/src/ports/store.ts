import type { Address } from '../domain/address.ts'
import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim, ClaimStatus, Standing } from '../domain/claim.ts'
import type { ClaimType, Drop, DropStatus, DropType, Sealed } from '../domain/drop.ts'
import type { EventType, LoggedEvent, NewEvent } from '../domain/event.ts'
import type { UploadedFile } from '../domain/file.ts'
import type { GatingConfig } from '../domain/gating/gating.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'
import type {
  ApiKeyId,
  ClaimPlace,
  DropId,
  FileId,
  GatingConfigId,
  PaymentIntentId,
  PayoutId,
  RefundId,
  SessionId,
  TokenId,
  UnmatchedPaymentId,
  UserId,
  WebhookId,
} from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../domain/payment/refund.ts'
import type { Transfer, TransferPlace } from '../domain/payment/transfer.ts'
import type { UnmatchedPayment, UnmatchedState } from '../domain/payment/unmatched-payment.ts'
import type { UnpaidHolds } from '../domain/payment/unpaid-limit.ts'
import type { Result } from '../domain/result.ts'
import type { Token } from '../domain/token.ts'
import type { ApiKey, Credential, Session, SignInChallenge, User } from '../domain/user.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { JobRequest } from './job-queue.ts'
import type { Effect, ReceiptLease } from './receipts.ts'

/** Records that can be made and changed. */
interface ChangingRecords {
  readonly users?: readonly User[]
  readonly apiKeys?: readonly ApiKey[]
  readonly tokens?: readonly Token[]
  readonly drops?: readonly Drop[]
  readonly claims?: readonly Claim[]
  readonly chainTransactions?: readonly ChainTransaction[]
  readonly paymentIntents?: readonly PaymentIntent[]
  readonly refunds?: readonly Refund[]
  readonly payouts?: readonly Payout[]
}

/** Records that are changed here and made in a way of their own. */
interface ChangedRecords extends ChangingRecords {
  readonly unmatchedPayments?: readonly UnmatchedPayment[]
}

/** Records that are made here and changed, if at all, by methods of their own. */
interface NewRecords extends ChangingRecords {
  readonly webhooks?: readonly Webhook[]
  readonly sessions?: readonly Session[]
  readonly challenges?: readonly SignInChallenge[]
  readonly files?: readonly UploadedFile[]
  /**
   * Transfers that pay for something; each once, for ever (`unique_conflict` on `txHash`). One that is an OPEN unmatched
   * payment becomes ASSIGNED to the intent by this.
   */
  readonly usedPayments?: readonly UsedPayment[]
  /** They take their transfers as `usedPayments` do, for no intent (`unique_conflict` on `txHash`). */
  readonly unmatchedPayments?: readonly UnmatchedPayment[]
}

/** A transfer that is used up. */
export interface UsedPayment extends TransferPlace {
  /** What it pays for; null for an OPEN unmatched payment that is returned to its sender. */
  readonly intentId: PaymentIntentId | null
}

/** What one transaction writes. Everything in it happens, or nothing does. */
export interface ChangeSet {
  readonly insert?: NewRecords
  /** Whole records by their ids; each must exist. Ids, creators and creation times never change. */
  readonly update?: ChangedRecords
  /**
   * Requests with an Idempotency-Key that take effect by this change. A lease that was lost meanwhile makes the whole
   * change fail with `ReceiptLost` (by name), and nothing is written.
   */
  readonly receipts?: readonly { readonly lease: ReceiptLease; readonly effect: Effect }[]
  /**
   * What only the answer to this change shows, sealed. It is kept with the receipt for as long as there is no answer,
   * and not at all without a receipt.
   */
  readonly shownOnce?: Sealed
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
  readonly field: 'shortcode' | 'username' | 'identityProviderId' | 'walletAddress' | 'secretHash' | 'txHash'
}

/** Which intents a transfer fits. */
export interface FittingQuestion {
  readonly transfer: Pick<Transfer, 'from' | 'coinType' | 'amount' | 'at'>
  /** Intents that expired before this are not wanted. */
  readonly since: Instant
}

/** The intents that a transfer fits, on any drop. */
export interface Fitting {
  readonly intents: readonly PaymentIntent[]
  /** Whether there may be more than were loaded. */
  readonly hasMore: boolean
}

/** What a decision on a drop wants to know beyond the drop itself. */
export interface PoolQuestion {
  /** Wallets whose standing is wanted. */
  readonly wallets?: readonly Address[]
  /** Facts about those wallets, from sources that the store has (`STORE_SOURCES`); account ages are as of `now`. */
  readonly facts?: { readonly requests: readonly FactRequest[]; readonly now: Instant } | undefined
  /** Wallets whose paid intents are wanted. */
  readonly buyers?: readonly Address[]
  readonly intentIds?: readonly PaymentIntentId[]
  readonly openIntentsOf?: UserId
  /** How many of the drop's PENDING and PROCESSING intents are wanted among `intents`, oldest first. */
  readonly openIntentsAtMost?: number
  /** A wallet of which the items are wanted that its intents hold, paid or not. */
  readonly heldItemsOf?: Address
  /** A wallet and a user of which it is wanted what they hold unpaid; lapses count if they expired after `since`. */
  readonly unpaidOf?: { readonly wallet: Address; readonly payer: UserId; readonly since: Instant }
  /** A transfer of which the intents are wanted that it fits; see `Store.fittingIntents`. */
  readonly fitting?: FittingQuestion
  readonly refundIds?: readonly RefundId[]
  readonly payoutIds?: readonly PayoutId[]
  /** Whether the intents of those refunds and payouts are wanted too. */
  readonly intentsOfTransfers?: boolean
  /** Whether the drop's transactions are wanted whose outcome is not known yet. */
  readonly openTransactions?: boolean
  /** Claims wanted by their sequence. */
  readonly sequences?: readonly number[]
  /** How many of the claims with a voucher that is out are wanted, those first whose voucher runs out first. */
  readonly pendingClaimsAtMost?: number
  /** Whether one claim is wanted that we deliver ourselves and that no transaction carries yet, if there is any. */
  readonly anUndelivered?: boolean
  /** Claims with a greater sequence than this are wanted. */
  readonly claimsAfter?: number
  /** Whether all of the drop's claims are wanted, oldest first. */
  readonly allClaims?: boolean
}

/** A drop and what was asked about it, locked until the transaction ends. */
export interface Pool {
  /** Also when it was deleted; see `Drop.deletedAt`. */
  readonly drop: Drop
  /** One for each wallet asked for that has claims here; see `Standing` for what is in it. */
  readonly standings: ReadonlyMap<Address, Standing>
  /** The facts asked for, by `factKey` and wallet; there is one for every wallet and request. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<Address, bigint>>
  /** Of each buyer asked for, the intents that are paid and hold items still, oldest first. */
  readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]>
  /** The intents asked for, as far as they are on this drop. */
  readonly intents: ReadonlyMap<PaymentIntentId, PaymentIntent>
  /** How many intents of `openIntentsOf` are PENDING or PROCESSING here; 0 when nobody was named. */
  readonly openIntents: number
  /** How many items the intents of `heldItemsOf` hold here; 0 when no wallet was named. */
  readonly heldItems: number
  /** What the wallet and the user of `unpaidOf` hold unpaid here; nothing when none was named. */
  readonly unpaidOfWallet: UnpaidHolds
  readonly unpaidOfPayer: UnpaidHolds
  /** The intents that the transfer asked about fits; none when none was. */
  readonly fitting: Fitting
  /** The refunds and payouts asked for. */
  readonly refunds: ReadonlyMap<RefundId, Refund>
  readonly payouts: ReadonlyMap<PayoutId, Payout>
  /** The drop's transactions whose outcome is not known yet, oldest first; none unless they were asked for. */
  readonly openTransactions: readonly ChainTransaction[]
  /** The claims asked for, by sequence, oldest first. */
  readonly claims: ReadonlyMap<number, Claim>
}

/** Money that leaves the treasury. */
export type OutgoingTransfer = { readonly refund: Refund } | { readonly payout: Payout }

/** Which part of a list is wanted. */
export interface Page<After> {
  /** 1 to 200. */
  readonly limit: number
  /** The last one seen; the page goes on towards older ones. */
  readonly after?: After | undefined
}

/** Which drops are wanted; what is left out does not matter. */
export interface DropFilter {
  /** The status a drop has at an instant (`statusAt`), whatever has been written by then. */
  readonly status?: { readonly is: DropStatus; readonly at: Instant } | undefined
  readonly type?: DropType | undefined
  readonly claimType?: ClaimType | undefined
  readonly creatorId?: string | undefined
  readonly tokenId?: string | undefined
  readonly communityId?: string | undefined
}

/** Which claims are wanted; what is left out does not matter. */
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

/** Which events of the log are wanted; what is left out restricts nothing. */
export interface EventQuestion {
  /** Only events of this user's things or acts. */
  readonly visibleTo?: UserId | undefined
  readonly dropId?: DropId | undefined
  readonly intentId?: PaymentIntentId | undefined
  readonly types?: readonly EventType[] | undefined
  readonly limit: number
  /** Positions below this one, newest first; without it and `since`, from the newest. */
  readonly after?: number | undefined
  /** Positions above this one, oldest first. */
  readonly since?: number | undefined
}

/** Claims after one sequence, up to and with another, that were made before an instant. */
export interface ClaimRange {
  readonly after: number
  readonly upTo: number
  readonly before: Instant
}

/** What the claims of a range come to. */
export interface ClaimSum {
  /** How many of them are reserved, and for how much. */
  readonly claims: number
  readonly amount: bigint
  /** Whether none of them is PENDING or SUBMITTED. */
  readonly isSettled: boolean
  /** When the first of them was made, reserved or not; null when there is none. */
  readonly firstAt: Instant | null
}

/**
 * Where everything is kept. Methods that change run in one transaction each and either commit as a whole or leave no
 * trace. `decide` is called with records that are locked until the commit: it must be synchronous, quick and pure, for
 * it may be called again when the database asks for the transaction to be repeated. Anything it throws rolls back and
 * reaches the caller.
 *
 * Readers see committed records only. When the database cannot be reached, every method throws a
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
  /** `webhooks` is how many the user has; whoever makes one while the user is held is the only one who does. */
  changeUser<T>(
    userId: UserId,
    decide: (user: User | null, webhooks: number) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  /** `webhook` in the decision is what it becomes; `removed` deletes it with its deliveries. */
  changeWebhook<T>(
    webhookId: WebhookId,
    decide: (webhook: Webhook | null) => Change<T> & { readonly webhook?: Webhook | 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  changeUnmatchedPayment<T>(
    id: UnmatchedPaymentId,
    decide: (payment: UnmatchedPayment | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
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
  /** Drops whose vault is open, deleted ones included, by id after one of them. */
  openVaults(page: { readonly after?: DropId | undefined; readonly limit: number }): Promise<readonly Drop[]>
  /** How many open vaults a user's drops have, and how many of its payment intents are unpaid; each counted up to `most`. */
  countOpenOf(userId: UserId, most: number): Promise<{ readonly vaults: number; readonly intents: number }>
  /** How many vaults have an alarm. */
  countVaultAlarms(): Promise<number>
  /** Also when it was deleted. */
  dropForSettlement(dropId: DropId): Promise<Drop | undefined>
  /** Transactions for this drop whose outcome is not known yet, oldest first. */
  openChainTransactions(dropId: DropId): Promise<readonly ChainTransaction[]>

  paymentIntents(ids: readonly PaymentIntentId[]): Promise<ReadonlyMap<PaymentIntentId, PaymentIntent>>
  /** By the id that payers are shown. */
  paymentIntentByExternalId(externalId: string): Promise<PaymentIntent | undefined>
  /** Those that this user made and those on its drops, deleted drops included; of one drop alone where it is named. */
  listPaymentIntents(
    concerning: UserId,
    page: Page<PaymentIntentId>,
    dropId?: DropId,
  ): Promise<readonly PaymentIntent[]>
  /** The payouts of a drop's owner, newest first, also of a drop that was deleted. */
  listPayouts(creatorId: UserId, dropId: DropId, page: Page<PayoutId>): Promise<readonly Payout[]>
  /** Of each intent, oldest first. */
  refundsOfIntents(ids: readonly PaymentIntentId[]): Promise<ReadonlyMap<PaymentIntentId, readonly Refund[]>>
  /**
   * Intents of the sender's wallet, coin and exact outstanding amount (`outstandingAmount`). At most `MOST_FITTING` of
   * those that still wait for money, of those that waited at the transfer's time, and of those that are CANCELLED: the
   * cost does not grow with the number of intents that the wallet has ever had.
   */
  fittingIntents(question: FittingQuestion): Promise<Fitting>
  /**
   * The users whose unpaid intents for a wallet a transfer of any amount could be for: not CANCELLED, made by `at`, not
   * expired before `since`. Looks at no more than `MOST_WAITING` intents; `hasMore` says that there were more.
   */
  usersWaitingFor(
    wallet: Address,
    when: { readonly at: Instant; readonly since: Instant },
  ): Promise<{ readonly userIds: readonly UserId[]; readonly hasMore: boolean }>
  /** Unpaid intents for which a transaction was named, of any drop, that expire at `since` or later: in that order. */
  intentsWithCandidate(
    since: Instant,
    page: { readonly after?: Pick<PaymentIntent, 'id' | 'expiresAt'> | undefined; readonly limit: number },
  ): Promise<readonly PaymentIntent[]>
  /** The drop's PENDING and PROCESSING intents, oldest first. */
  openIntents(dropId: DropId, limit: number): Promise<readonly PaymentIntent[]>
  /** The drop's intents that have money not refunded yet, after one of them in order of id. */
  intentsWithMoney(
    dropId: DropId,
    page: { readonly after?: PaymentIntentId | undefined; readonly limit: number },
  ): Promise<readonly PaymentIntent[]>
  /**
   * The drop's paid intents that earned more in another coin than the drop's than was paid out of them, after one of
   * them in order of id. Some of it may have been given back.
   */
  intentsEarningApart(
    dropId: DropId,
    page: { readonly after?: PaymentIntentId | undefined; readonly limit: number },
  ): Promise<readonly PaymentIntent[]>
  /**
   * Which of these transfers are used up, by `transferKey`: by an intent, or (null) by an unmatched payment. A transaction
   * that an earlier release used up as a whole uses up each of its transfers.
   */
  usesOf(places: readonly TransferPlace[]): Promise<ReadonlyMap<string, PaymentIntentId | null>>
  unmatchedPayments(
    ids: readonly UnmatchedPaymentId[],
  ): Promise<ReadonlyMap<UnmatchedPaymentId, UnmatchedPayment>>
  /** Those of these transfers that are unmatched payments, whatever became of them; by `transferKey`. */
  unmatchedAt(places: readonly TransferPlace[]): Promise<ReadonlyMap<string, UnmatchedPayment>>
  listUnmatchedPayments(
    state: UnmatchedState['kind'] | null,
    page: Page<UnmatchedPaymentId>,
  ): Promise<readonly UnmatchedPayment[]>
  /** How many are OPEN or RETURNING; it counts no further than `MOST_COUNTED`. */
  countUnmatchedPayments(): Promise<{ readonly open: number; readonly returning: number }>
  /** By id, for any number at once; what does not exist is missing from the map. */
  refunds(ids: readonly RefundId[]): Promise<ReadonlyMap<RefundId, Refund>>
  payouts(ids: readonly PayoutId[]): Promise<ReadonlyMap<PayoutId, Payout>>
  /** The drop's PENDING refunds and payouts whose `nextAttemptAt` is at most `now`, the longest due first. */
  dueTransfers(dropId: DropId, now: Instant, limit: number): Promise<readonly OutgoingTransfer[]>
  /** When the next PENDING refund or payout of the drop is due; null if there is none. */
  nextTransferAt(dropId: DropId): Promise<Instant | null>
  webhooks(ids: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, Webhook>>
  listWebhooks(ownerId: UserId, page: Page<WebhookId>): Promise<readonly Webhook[]>

  /** The challenges of an address that are neither used nor over at `now`, newest first; with a requester only its own. */
  liveChallenges(
    address: Address,
    question: { readonly now: Instant; readonly limit: number; readonly requester?: string },
  ): Promise<readonly SignInChallenge[]>
  /** Removes challenges that are not used. */
  dropChallenges(nonces: readonly string[]): Promise<void>
  /** Uses a challenge up, whether the store has it or not; false when it was used already. */
  useChallenge(challenge: SignInChallenge, now: Instant): Promise<boolean>
  revokeSession(sessionId: SessionId, now: Instant): Promise<void>
  userByIdentity(identityProviderId: string): Promise<User | undefined>

  files(ids: readonly FileId[]): Promise<ReadonlyMap<FileId, UploadedFile>>
  /**
   * Locks the uploads of some bytes. `own` is the one with this id, null when it is not there; `other` is any of the
   * others, null when there is none. `file` in the decision says that the upload with this id is removed.
   */
  changeFile<T>(
    file: Pick<UploadedFile, 'id' | 'contentHash'>,
    decide: (
      own: UploadedFile | null,
      other: UploadedFile | null,
    ) => Change<T> & { readonly file?: 'removed' },
  ): Promise<Result<T, UniqueConflict>>
  /** Keeps the wallets of an uploaded list where `listed` facts are looked up by index. Doing it again changes nothing. */
  keepWalletList(fileId: FileId, wallets: readonly Address[]): Promise<void>
  /** Whether that list is kept. */
  hasWalletList(fileId: FileId): Promise<boolean>

  /** How many claims were made on the drop since an hour began; its cost does not grow with their number. */
  claimsSince(dropId: DropId, since: Instant): Promise<number>
  /** Sums over ranges of the drop's claims, in the ranges' order; all ranges are one question. */
  claimSums(dropId: DropId, ranges: readonly ClaimRange[]): Promise<readonly ClaimSum[]>
  /** The drop's claims, oldest first, after a sequence. */
  claimsInOrder(dropId: DropId, afterSequence: number, limit: number): Promise<readonly Claim[]>

  /** A gating config by its id. */
  gatingConfig(id: GatingConfigId): Promise<GatingConfig | undefined>

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
