import type { Address } from '../address.ts'
import { type Amount, amountOf } from '../amount.ts'
import type { DropId, PaymentIntentId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'

/** Why an intent's status is what it is, where the status alone does not say it. */
export type StatusReason = 'UNDERPAID' | 'OVERPAID' | 'PAID_LATE' | 'WRONG_SENDER' | 'WRONG_COIN' | 'SOLD_OUT'

/** What came in for an intent: all from one wallet, in one coin. */
export interface Receipt {
  /** The first transaction; the store knows which others are used up by the intent. */
  readonly txHash: string
  /** Which of that transaction's transfers to the treasury it is, from 0. */
  readonly index: number
  readonly from: Address
  readonly coinType: string
  /** The sum of all transactions that count. */
  readonly amount: Amount
  /** The chain's time of the newest transaction: lateness goes by it. */
  readonly at: Instant
  /**
   * Whether it counts as this intent's: then its hash is used up and its money is among the payment totals of the drop. One from
   * another wallet than the buyer's counts only once the drop's owner has decided so, or anybody could name a
   * stranger's payment as their own.
   */
  readonly isCounted: boolean
}

/**
 * Where a purchase stands. Only the states with a receipt have had money: what is refunded of it is in `refunded`.
 * PENDING, PROCESSING and PAID hold items for their buyer; IN_REVIEW waits for the drop's owner and holds none.
 */
export type IntentState =
  | { readonly kind: 'PENDING' }
  /** A transaction was named that has not been seen for a while, and may still turn up. */
  | { readonly kind: 'PENDING'; readonly candidate: string }
  /** A transaction is named, but the chain does not show it as final yet. */
  | { readonly kind: 'PROCESSING'; readonly candidate: string; readonly since: Instant }
  | {
      readonly kind: 'PAID'
      readonly receipt: Receipt
      /** What all its items cost in the coin that came: what was asked for, or what its drop's owner let count as all. */
      readonly price: Amount
      readonly reason: StatusReason | null
    }
  | { readonly kind: 'IN_REVIEW'; readonly receipt: Receipt; readonly reason: StatusReason }
  /** `candidate` is a named transaction that may still turn up. */
  | { readonly kind: 'EXPIRED'; readonly candidate: string | null }
  | { readonly kind: 'CANCELLED'; readonly candidate: string | null; readonly at: Instant }

const EXTERNAL_ID = /^pi_[0-9a-f]{32}$/

/** The id that is shown to payers; undefined when no intent can have it. */
export const parseExternalId = (text: string): string | undefined =>
  typeof text === 'string' && EXTERNAL_ID.test(text) ? text : undefined

/** As the API shows it; `statusOf` tells which an intent has. */
export type PaymentIntentStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'CONFIRMED'
  | 'REQUIRES_REVIEW'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'

/** Items of a drop that are set aside for a payer, at the price of that moment, and what has come of it. */
export interface PaymentIntent {
  readonly id: PaymentIntentId
  /** The id that is shown to payers and put into memos. */
  readonly externalId: string
  readonly dropId: DropId
  /** The drop's owner, kept here so that it can still be found once the drop is gone. */
  readonly creatorId: UserId
  readonly payerId: UserId
  readonly wallet: Address
  readonly paymentMethod: string
  readonly quantity: number
  /** For one item, in the currency's smallest unit, as it was when the intent was made. */
  readonly unitPrice: bigint
  readonly currency: string
  readonly coinType: string
  readonly recipient: Address
  readonly state: IntentState
  /** Items set aside for it now: what it may still claim. The drop's `heldItems` is the sum of these. */
  readonly held: number
  /** Items of its claims that are PENDING, SUBMITTED or CONFIRMED. */
  readonly spent: number
  /** What its confirmed claims cost, in the coin that came. */
  readonly earned: bigint
  /** What its payouts that have not failed sum to; only what came in another coin than the drop's is paid out by itself. */
  readonly paidOut: bigint
  /** What its refunds that have not failed sum to. */
  readonly refunding: bigint
  /** What its refunds that have succeeded sum to. */
  readonly refunded: bigint
  readonly expiresAt: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Whether it still waits for its payment. */
export const isOpen = ({ state }: PaymentIntent): boolean =>
  state.kind === 'PENDING' || state.kind === 'PROCESSING'

/** All items together, in the currency's smallest unit. */
export const amountDue = ({ unitPrice, quantity }: PaymentIntent): bigint => unitPrice * BigInt(quantity)

/** What was paid and by which transaction; null as long as nothing was. */
export const receiptOf = ({ state }: PaymentIntent): Receipt | null =>
  state.kind === 'PAID' || state.kind === 'IN_REVIEW' ? state.receipt : null

/** What was paid, in the smallest unit of its coin; 0 as long as nothing was. */
export const received = (intent: PaymentIntent): Amount => receiptOf(intent)?.amount ?? amountOf(0n)

/** The status that the API shows. */
export function statusOf(intent: PaymentIntent): PaymentIntentStatus {
  const { state, refunded } = intent
  if (state.kind === 'PENDING' || state.kind === 'PROCESSING') return state.kind
  if (state.kind === 'EXPIRED' || state.kind === 'CANCELLED') return state.kind
  if (refunded >= received(intent)) return 'REFUNDED'
  if (state.kind === 'IN_REVIEW') return 'REQUIRES_REVIEW'
  return refunded > 0n ? 'PARTIALLY_REFUNDED' : 'CONFIRMED'
}

/**
 * How many items a paid intent may still claim: as many as what is left of the money buys, less those it has spent.
 * One that its drop's owner approved although less came, or another coin, counts as paid in full by that; a refund of
 * a part of it then takes that part of its items.
 */
export function itemsLeft(intent: PaymentIntent): number {
  if (intent.state.kind !== 'PAID') return 0
  const { receipt, price } = intent.state
  const bought = ((receipt.amount - intent.refunding) * BigInt(intent.quantity)) / price
  const entitled = bought < BigInt(intent.quantity) ? Number(bought) : intent.quantity
  return Math.max(0, entitled - intent.spent)
}

/**
 * What these items of a paid intent brought in, in the coin that came: their price, or their share of what its drop's
 * owner let count as all.
 */
export const moneyFor = ({ state, quantity }: PaymentIntent, items: number): bigint =>
  state.kind === 'PAID' ? (state.price * BigInt(items)) / BigInt(quantity) : 0n

/** Whether what came is in the drop's own currency: only then is it among the payment totals of the drop. */
export const isOwnCoin = (intent: PaymentIntent): boolean => receiptOf(intent)?.coinType === intent.coinType

/** What is still the buyer's of what came: neither promised back nor earned by a confirmed claim. */
export function unearnedMoney(intent: PaymentIntent): bigint {
  const rest = received(intent) - intent.refunding - intent.earned
  return rest > 0n ? rest : 0n
}

/** What came in another coin than its drop's, has been earned and was neither given back nor paid out: its owner's. */
export const earnedApart = (intent: PaymentIntent): bigint =>
  isOwnCoin(intent) ? 0n : received(intent) - intent.refunding - intent.paidOut - unearnedMoney(intent)

/** How much of an intent is among what its drop owes its buyers. */
export const owedMoney = (intent: PaymentIntent): bigint =>
  isOwnCoin(intent) && receiptOf(intent)?.isCounted ? unearnedMoney(intent) : 0n

/** Throws when an intent says what cannot be. Asserted where money is written and where it is read. */
export function assertSound(intent: PaymentIntent): PaymentIntent {
  invariant(intent.unitPrice > 0n && intent.quantity > 0, `${intent.id} buys something for something`)
  invariant(
    intent.refunded <= intent.refunding,
    `${intent.id}: refunds that succeeded are among those not failed`,
  )
  invariant(
    intent.paidOut >= 0n && intent.refunding + intent.paidOut <= received(intent),
    `${intent.id}: no more is refunded and paid out than was received`,
  )
  invariant(intent.paidOut <= intent.earned, `${intent.id}: nothing is paid out that was not earned`)
  invariant(
    intent.state.kind !== 'PAID' || (intent.state.price > 0n && intent.state.price <= received(intent)),
    `${intent.id}: its items cost something, and no more than came`,
  )
  invariant(
    intent.earned >= 0n && intent.earned <= received(intent),
    `${intent.id}: claims cost no more than came`,
  )
  invariant(intent.held >= 0 && intent.spent >= 0, `${intent.id}: items are counted from 0`)
  invariant(intent.held + intent.spent <= intent.quantity, `${intent.id}: no more items than it buys`)
  return intent
}
