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
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../domain/payment/refund.ts'
import type { TransferPlace } from '../domain/payment/transfer.ts'
import type { UnmatchedPayment, UnmatchedState } from '../domain/payment/unmatched-payment.ts'
import type { Result } from '../domain/result.ts'
import type { Change, UniqueConflict } from './change-set.ts'
import type { Fitting, FittingQuery } from './drop-state.ts'
import type { Page } from './page.ts'

/** Money that leaves the treasury. */
export type OutgoingTransfer = { readonly refund: Refund } | { readonly payout: Payout }

/** Payment intents, unmatched payments, refunds and payouts. */
export interface PaymentStore {
  changeUnmatchedPayment<T>(
    id: UnmatchedPaymentId,
    decide: (payment: UnmatchedPayment | null) => Change<T>,
  ): Promise<Result<T, UniqueConflict>>
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
  fittingIntents(question: FittingQuery): Promise<Fitting>
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
}
