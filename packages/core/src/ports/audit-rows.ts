import type { ChainTransaction } from '../domain/chain-transaction.ts'
import type { Claim } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import type { EventType, NewEvent } from '../domain/event.ts'
import type { Exemption } from '../domain/gating/exemption.ts'
import type { ClaimPlace, DropId, PaymentIntentId, TokenId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Payout, Refund, TransferState } from '../domain/payment/refund.ts'
import type { UnmatchedPayment } from '../domain/payment/unmatched-payment.ts'
import type { Token } from '../domain/token.ts'
import type { JobKind } from './job-queue.ts'
import type { RemovedLog } from './retention.ts'

/** Rows in an order, some at a time, so that they are never all in memory. */
export type Pages<T> = AsyncIterable<readonly T[]>

/** An event as it is kept; `position` is null while its place in the log has not been given yet. */
export interface KeptEvent extends NewEvent {
  readonly position: number | null
}

/** A refund or a payout, as far as what was sent for it goes. */
export interface KeptTransfer {
  readonly id: string
  readonly dropId: DropId
  readonly state: TransferState
}

/** The log as a whole. */
export interface LogExtent {
  /** How many events have a place, the first and the last of those; 0 where there is none. */
  readonly placed: number
  readonly first: number
  readonly removed: RemovedLog
  readonly last: number
  /** Some of the positions that are missing although later ones exist. */
  readonly missing: readonly number[]
  /** The place that was given last, where that is kept apart. */
  readonly head: number | null
  /** Up to where the log has been read for webhooks. */
  readonly dispatched: number
}

/**
 * All that a store holds at one moment, as an audit reads it. Everything comes ordered by the ids named, compared by
 * their bytes; events of one drop in the order of the log, those without a place last.
 */
export interface AuditRows {
  /** Deleted ones included; by id. */
  drops(): Pages<Drop>
  /** By drop and sequence. */
  claims(): Pages<Claim>
  /** Those that spend an intent's items; by drop, intent and sequence. */
  paidClaims(): Pages<Claim & { readonly intentId: PaymentIntentId }>
  /** Keyed by `claimIdOf`. */
  claimsAt(places: readonly ClaimPlace[]): Promise<ReadonlyMap<string, Claim>>
  /** By drop and hour. */
  claimHours(): Pages<{ readonly dropId: DropId; readonly hour: number; readonly count: number }>
  /** How many claims callers are said to have asked for, where their claims are not so many; by drop. */
  wrongCallerCounts(): Pages<{
    readonly dropId: DropId
    readonly callerId: string
    readonly kept: number
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
  /** Refunds and payouts together; by drop and id. */
  transfers(): Pages<KeptTransfer>
  /** What was sent for refunds and payouts; by drop and their id. */
  transferTransactions(): Pages<
    Pick<ChainTransaction, 'id' | 'dropId' | 'digest' | 'state'> & { readonly transferId: string }
  >
  /** By drop and intent; an intent that is not there has no drop, and comes first. */
  usedPayments(): Pages<{
    readonly dropId: DropId | null
    readonly intentId: PaymentIntentId
    /** Its `transferKey`. */
    readonly transfer: string
  }>
  /** By id; `use` is what `used_payments` says of the transfer: an intent, null for none, undefined without a row. */
  unmatchedPayments(): Pages<{
    readonly payment: UnmatchedPayment
    readonly use: PaymentIntentId | null | undefined
  }>
  /** Those whose outcome is not known yet; by drop. */
  openTransactions(): Pages<ChainTransaction>
  /** By what they are about. */
  jobs(): Pages<{ readonly kind: JobKind; readonly subject: string }>
  /** Of drops; by drop. */
  events(): Pages<KeptEvent & { readonly dropId: DropId }>
  /** What happened to purchases and refunds; by drop and intent. */
  paymentEvents(): Pages<KeptEvent & { readonly dropId: DropId; readonly intentId: PaymentIntentId }>
  /** By id. */
  tokens(): Pages<Token>
  /** By token. */
  tokenEvents(): Pages<KeptEvent & { readonly tokenId: TokenId }>
  log(): Promise<LogExtent>
  /** Deliveries of events that are not in the log under that type, or to webhooks that are not there. */
  strangeDeliveries(): Pages<{
    readonly id: string
    readonly position: number
    readonly eventType: EventType
  }>
  /**
   * Events from `since` on that were read for webhooks and have no delivery to one of their owner's or actor's that was
   * there long before, has never been changed and is active, whether it wants them or not.
   */
  eventsWithoutDelivery(since: Instant): Pages<{
    readonly webhookId: string
    readonly patterns: readonly string[]
    readonly position: number
    readonly type: EventType
  }>
  /** What the database itself finds wrong with its file, its keys and its references. */
  faultsOfDatabase(): Promise<readonly string[]>
}

/** A row that says nothing that can be: which table it is in, what it is known by, and why. */
export interface UnreadableRow {
  readonly table: string
  readonly key: string
  readonly reason: string
}

/** Reads a store as it was at one moment, in use or not. */
export interface AuditSource {
  /** All reads inside see one snapshot. Writers do not wait for it. */
  atOneMoment<T>(
    onUnreadable: (row: UnreadableRow) => void,
    read: (rows: AuditRows) => Promise<T>,
  ): Promise<T>
}
