import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim } from '../domain/claim.ts'
import type { ClaimLink } from '../domain/claim-link.ts'
import type { Drop } from '../domain/drop.ts'
import type { NewEvent } from '../domain/event.ts'
import type { UploadedFile } from '../domain/file.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { PaymentIntentId } from '../domain/ids.ts'
import type { LotteryEntry, RankPage } from '../domain/lottery.ts'
import type { UnmatchedPayment } from '../domain/payment/match-payment.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund, TransferPlace } from '../domain/payment/transfer.ts'
import type { Token } from '../domain/token.ts'
import type { ApiKey, Session, SignInChallenge, User } from '../domain/user.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Effect, IdempotencyLease } from './idempotency-store.ts'
import type { JobRequest } from './job-queue.ts'

/** Records that can be inserted and updated. */
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
  readonly exemptions?: readonly Exemption[]
  readonly lotteryEntries?: readonly LotteryEntry[]
}

/** Records that are updated here and inserted in another way. */
interface ChangedRecords extends ChangingRecords {
  readonly claimLinks?: readonly ClaimLink[]
  readonly unmatchedPayments?: readonly UnmatchedPayment[]
}

/** Records that are inserted here. Changes, if any, use separate methods. */
interface NewRecords extends ChangingRecords {
  /** Ignores links that the drop already has. */
  readonly claimLinks?: readonly ClaimLink[]
  /** Ignores pages that the drop already has. */
  readonly rankPages?: readonly RankPage[]
  readonly webhooks?: readonly Webhook[]
  readonly sessions?: readonly Session[]
  readonly challenges?: readonly SignInChallenge[]
  readonly files?: readonly UploadedFile[]
  /**
   * Transfers that pay for something. Each can be used once (`unique_conflict` on `txHash`), or again if its unmatched payment
   * has become OPEN again. An OPEN unmatched payment among them becomes ASSIGNED to the intent.
   */
  readonly usedPayments?: readonly UsedPayment[]
  /** They use their transfers as `usedPayments` does, but for no intent (`unique_conflict` on `txHash`). */
  readonly unmatchedPayments?: readonly UnmatchedPayment[]
}

/** A used transfer. */
export interface UsedPayment extends TransferPlace {
  /** The intent that it pays for; null for an unmatched payment that is OPEN or returned. */
  readonly intentId: PaymentIntentId | null
}

/** The writes of one transaction. All of them happen, or none. */
export interface ChangeSet {
  readonly insert?: NewRecords
  /** Complete records by id. Each must exist. Ids, creators and creation times never change. */
  readonly update?: ChangedRecords
  /**
   * Requests with an Idempotency-Key that take effect with this change. If a lease was lost, or its request has taken effect
   * before, the whole change fails with `LeaseLost` (by name), and nothing is written.
   */
  readonly idempotency?: readonly { readonly lease: IdempotencyLease; readonly effect: Effect }[]
  /**
   * What a request has done when this change commits. Use cases of mutations state it. For a request with an Idempotency-Key, the
   * core also states it in `idempotency`. Stores ignore this field.
   */
  readonly effect?: Effect
  /** New values of keys of the `KeyValueStore` of the same storage. Keys without a value are ignored. */
  readonly notes?: ReadonlyMap<string, string> | undefined
  /** Appended to the log in this order. */
  readonly events?: readonly NewEvent[]
  /** Requested in the same transaction; see `JobQueue`. */
  readonly jobs?: readonly JobRequest[]
}

/** A decision on locked records: what to write, and the result for the caller after the commit. */
export interface Change<T> extends ChangeSet {
  readonly result: T
}

/** A value that must be unique is taken. Nothing was written. */
export interface UniqueConflict {
  readonly kind: 'unique_conflict'
  readonly field: 'shortcode' | 'username' | 'identityProviderId' | 'walletAddress' | 'secretHash' | 'txHash'
}
