import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import type { EventType, NewEvent } from '../domain/event.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { ClaimPlace, DropId, PaymentIntentId, TokenId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { UnmatchedPayment } from '../domain/payment/match-payment.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund, TransferState } from '../domain/payment/transfer.ts'
import type { Token } from '../domain/token.ts'
import type { JobKind } from './job-queue.ts'
import type { RemovedLog } from './store.ts'

/** Ordered rows in pages, so that they never fill the memory. */
export type Pages<T> = AsyncIterable<readonly T[]>

/** A stored event. `position` is null until the sequencer has assigned one. */
export interface StoredEvent extends NewEvent {
  readonly position: number | null
}

/** The fields of a refund or payout that describe what was sent for it. */
export interface StoredTransfer {
  readonly id: string
  readonly dropId: DropId
  readonly state: TransferState
}

/** The extent of the whole log. */
export interface LogExtent {
  /** The number of events with a position, and the first and last position; 0 if there are none. */
  readonly placed: number
  readonly first: number
  readonly removed: RemovedLog
  readonly last: number
  /** Some of the missing positions below existing ones. */
  readonly missing: readonly number[]
  /** The position that was assigned last, if the database stores it separately. */
  readonly head: number | null
  /** The position up to which the log was read for webhooks. */
  readonly dispatched: number
}

/**
 * Everything that a store holds at one moment, for an audit. Rows are ordered by the named ids, compared by bytes. Events
 * of a drop are in log order, those without a position last.
 */
export interface AuditRows {
  /** By id, including deleted drops. */
  drops(): Pages<Drop>
  /** By drop and sequence. */
  claims(): Pages<Claim>
  /** Claims that spend an intent's items; by drop, intent and sequence. */
  paidClaims(): Pages<Claim & { readonly intentId: PaymentIntentId }>
  /** Keyed by claim id. */
  claimsAt(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
  /** By drop and hour. */
  claimHours(): Pages<{ readonly dropId: DropId; readonly hour: number; readonly count: number }>
  /** Callers whose stored number of claims differs from their claims; by drop. */
  wrongCallerCounts(): Pages<{
    readonly dropId: DropId
    readonly callerId: string
    readonly stored: number
    readonly counted: number
  }>
  /** By drop and id. */
  exemptions(): Pages<Exemption>
  /** By drop and id. */
  intents(): Pages<PaymentIntent>
  /** By drop, intent and id. */
  refunds(): Pages<Refund>
  /** By drop, intent (none first) and id. */
  payouts(): Pages<Payout>
  /** Refunds and payouts; by drop and id. */
  transfers(): Pages<StoredTransfer>
  /** Transactions sent for refunds and payouts; by drop and transfer id. */
  transferTransactions(): Pages<
    Pick<ChainTransaction, 'id' | 'dropId' | 'digest' | 'state'> & { readonly transferId: string }
  >
  /** By drop and intent. Rows of unknown intents have no drop and come first. */
  usedPayments(): Pages<{
    readonly dropId: DropId | null
    readonly intentId: PaymentIntentId
    /** Its `transferKey`. */
    readonly transfer: string
  }>
  /** By id. `use` is the transfer's row in `used_payments`: an intent, null for none, undefined without a row. */
  unmatchedPayments(): Pages<{
    readonly payment: UnmatchedPayment
    readonly use: PaymentIntentId | null | undefined
  }>
  /** Transactions whose outcome is not known yet; by drop. */
  openTransactions(): Pages<ChainTransaction>
  /** By subject. */
  jobs(): Pages<{ readonly kind: JobKind; readonly subject: string }>
  /** Events of drops; by drop. */
  events(): Pages<StoredEvent & { readonly dropId: DropId }>
  /** Events of payment intents and refunds; by drop and intent. */
  paymentEvents(): Pages<StoredEvent & { readonly dropId: DropId; readonly intentId: PaymentIntentId }>
  /** By id. */
  tokens(): Pages<Token>
  /** By token. */
  tokenEvents(): Pages<StoredEvent & { readonly tokenId: TokenId }>
  log(): Promise<LogExtent>
  /** Deliveries of events that are not in the log with that type. */
  strangeDeliveries(): Pages<{
    readonly id: string
    readonly position: number
    readonly eventType: EventType
  }>
  /**
   * Events since `since` that were read for webhooks and have no delivery to a webhook of their owner or actor that was
   * registered long before, was never changed and is active, whether it subscribes to them or not. Without those up to the
   * position where `DeliveryQueue.removeOldest` has removed deliveries of the webhook.
   */
  eventsWithoutDelivery(since: Instant): Pages<{
    readonly webhookId: string
    readonly patterns: readonly string[]
    readonly position: number
    readonly type: EventType
  }>
  /** Errors that the database reports about its file, keys and references. */
  databaseErrors(): Promise<readonly string[]>
}

/** A row that cannot be parsed: its table, its key and the reason. */
export interface UnreadableRow {
  readonly table: string
  readonly key: string
  readonly reason: string
}

/** Reads a snapshot of a store, which may be in use. */
export interface AuditSource {
  /** All reads in `read` see one snapshot. Writers do not wait for it. */
  atOneMoment<T>(
    onUnreadable: (row: UnreadableRow) => void,
    read: (rows: AuditRows) => Promise<T>,
  ): Promise<T>
}
