import type { Address } from '../domain/address.ts'
import type {
  DropId,
  PaymentIntentId,
  PayoutId,
  RefundId,
  UnmatchedPaymentId,
  UserId,
} from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { OpenIntent } from '../domain/payment/close-intent.ts'
import type { UnmatchedPayment, UnmatchedState } from '../domain/payment/match-payment.ts'
import type { PaymentIntent, PaymentIntentStatus } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund, TransferPlace } from '../domain/payment/transfer.ts'
import type { Result } from '../domain/result.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { Fitting, FittingQuery } from './drop-store.ts'
import type { Page } from './list-store.ts'

/** Money that leaves the treasury. */
export type OutgoingTransfer = { readonly refund: Refund } | { readonly payout: Payout }

/** Payment intents, unmatched payments, refunds and payouts. */
export interface PaymentStore {
  changeUnmatchedPayment<T>(
    id: UnmatchedPaymentId,
    decide: (payment: UnmatchedPayment | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
  paymentIntents(ids: readonly PaymentIntentId[]): Promise<ReadonlyMap<PaymentIntentId, PaymentIntent>>
  /** Finds an intent by its public id. */
  paymentIntentByExternalId(externalId: string): Promise<PaymentIntent | undefined>
  /**
   * Intents that this user made, and intents on the user's drops, including deleted drops. Only of one drop, and only with
   * one status (`statusOf`), if they are named.
   */
  listPaymentIntents(
    concerning: UserId,
    page: Page<PaymentIntentId>,
    only?: {
      readonly dropId?: DropId | undefined
      readonly status?: PaymentIntentStatus | undefined
    },
  ): Promise<readonly PaymentIntent[]>
  /** Payouts to a drop's owner, newest first, including those of deleted drops. */
  listPayouts(creatorId: UserId, dropId: DropId, page: Page<PayoutId>): Promise<readonly Payout[]>
  /** The refunds of each intent, oldest first. */
  refundsOfIntents(ids: readonly PaymentIntentId[]): Promise<ReadonlyMap<PaymentIntentId, readonly Refund[]>>
  /** The newest refund of each intent. An intent without refunds is missing from the map. */
  newestRefunds(ids: readonly PaymentIntentId[]): Promise<ReadonlyMap<PaymentIntentId, Refund>>
  /**
   * Intents of the sender's wallet, coin and exact outstanding amount (`outstandingAmount`): at most `MOST_FITTING` of
   * those that still wait for money, of those that waited at the transfer's time (`waitedUntil`), and of those that are
   * CANCELLED; `fittingOf` combines them. The cost does not grow with the number of intents that the wallet ever had.
   */
  fittingIntents(query: FittingQuery): Promise<Fitting>
  /**
   * The users whose unpaid intents for a wallet a transfer of any amount could be for: not CANCELLED, made by `at`, not
   * expired before `since`. Reads at most `MOST_WAITING` intents; `hasMore` says whether there were more.
   */
  usersWaitingFor(
    wallet: Address,
    when: { readonly at: Instant; readonly since: Instant },
  ): Promise<{ readonly userIds: readonly UserId[]; readonly hasMore: boolean }>
  /**
   * Unpaid intents of any drop with a named transaction that expire at `since` or later, ordered by expiry: those of one
   * user, or of all.
   */
  intentsWithCandidate(
    since: Instant,
    page: {
      readonly payerId?: UserId | undefined
      readonly after?: Pick<PaymentIntent, 'id' | 'expiresAt'> | undefined
      readonly limit: number
    },
  ): Promise<readonly PaymentIntent[]>
  /** Intents of any drop that are in review with this transfer, which does not count for them, ordered by id. */
  intentsInReviewWith(place: TransferPlace, limit: number): Promise<readonly PaymentIntent[]>
  /** The drop's PENDING and PROCESSING intents, oldest first. One that cannot be read as a whole is among them. */
  openIntents(dropId: DropId, limit: number): Promise<readonly OpenIntent[]>
  /** The drop's PROCESSING intents, those first whose transaction was named first. */
  processingIntents(dropId: DropId, limit: number): Promise<readonly OpenIntent[]>
  /** The drop's intents with money that is not refunded yet, ordered by id after one of them. */
  intentsWithMoney(
    dropId: DropId,
    page: { readonly after?: PaymentIntentId | undefined; readonly limit: number },
  ): Promise<readonly PaymentIntent[]>
  /**
   * The drop's paid intents that earned more in another coin than the drop's than was paid out, ordered by id after one of
   * them. Some of the money may have been refunded.
   */
  intentsEarningApart(
    dropId: DropId,
    page: { readonly after?: PaymentIntentId | undefined; readonly limit: number },
  ): Promise<readonly PaymentIntent[]>
  /**
   * Which of these transfers are used, by `transferKey`: by an intent, or by an unmatched payment (null). A transaction
   * that an earlier release used as a whole uses all its transfers.
   */
  usesOf(places: readonly TransferPlace[]): Promise<ReadonlyMap<string, PaymentIntentId | null>>
  unmatchedPayments(
    ids: readonly UnmatchedPaymentId[],
  ): Promise<ReadonlyMap<UnmatchedPaymentId, UnmatchedPayment>>
  /** The unmatched payments among these transfers, in any state, by `transferKey`. */
  unmatchedAt(places: readonly TransferPlace[]): Promise<ReadonlyMap<string, UnmatchedPayment>>
  listUnmatchedPayments(
    state: UnmatchedState['kind'] | null,
    page: Page<UnmatchedPaymentId>,
  ): Promise<readonly UnmatchedPayment[]>
  /** The numbers of OPEN and RETURNING payments, each counted up to `MOST_COUNTED`. */
  countUnmatchedPayments(): Promise<{ readonly open: number; readonly returning: number }>
  /** By id, any number in one call. Unknown ids are missing from the map. */
  refunds(ids: readonly RefundId[]): Promise<ReadonlyMap<RefundId, Refund>>
  payouts(ids: readonly PayoutId[]): Promise<ReadonlyMap<PayoutId, Payout>>
  /** The drop's PENDING refunds and payouts with `nextAttemptAt` up to `now`, longest due first. */
  dueTransfers(dropId: DropId, now: Instant, limit: number): Promise<readonly OutgoingTransfer[]>
  /** When the drop's next PENDING refund or payout is due; null if there is none. */
  nextTransferAt(dropId: DropId): Promise<Instant | null>
}
