import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim } from '../domain/claim.ts'
import type { ClaimLink } from '../domain/claim-link.ts'
import type { Drop, Sealed } from '../domain/drop.ts'
import type { NewEvent } from '../domain/event.ts'
import type { UploadedFile } from '../domain/file.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { PaymentIntentId } from '../domain/ids.ts'
import type { LotteryEntry, RankPage } from '../domain/lottery.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../domain/payment/refund.ts'
import type { TransferPlace } from '../domain/payment/transfer.ts'
import type { UnmatchedPayment } from '../domain/payment/unmatched-payment.ts'
import type { Token } from '../domain/token.ts'
import type { ApiKey, Session, SignInChallenge, User } from '../domain/user.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Effect, IdempotencyLease } from './idempotency-store.ts'
import type { JobRequest } from './job-queue.ts'

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
  readonly exemptions?: readonly Exemption[]
  readonly lotteryEntries?: readonly LotteryEntry[]
}

/** Records that are changed here and made in a way of their own. */
interface ChangedRecords extends ChangingRecords {
  readonly claimLinks?: readonly ClaimLink[]
  readonly unmatchedPayments?: readonly UnmatchedPayment[]
}

/** Records that are made here and changed, if at all, by methods of their own. */
interface NewRecords extends ChangingRecords {
  /** A link that the drop has already stays as it is. */
  readonly claimLinks?: readonly ClaimLink[]
  /** A page that the drop has already stays as it is. */
  readonly rankPages?: readonly RankPage[]
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
  readonly idempotency?: readonly { readonly lease: IdempotencyLease; readonly effect: Effect }[]
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
