import type { Address } from '../address.ts'
import { type Amount, amountOf } from '../amount.ts'
import type { DropId, PaymentIntentId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import type { Refusal } from '../refusal.ts'

/** The reason for an intent's status, if the status alone does not say it. */
export type StatusReason = 'UNDERPAID' | 'OVERPAID' | 'PAID_LATE' | 'WRONG_SENDER' | 'WRONG_COIN' | 'SOLD_OUT'

/** The money received for an intent, all from one wallet and in one coin. */
export interface Receipt {
  /** The first transaction. The store knows which other transfers the intent uses. */
  readonly txHash: string
  /** The number of the transfer among that transaction's transfers to the treasury, from 0. */
  readonly index: number
  readonly from: Address
  readonly coinType: string
  /** The sum of all counted transfers. */
  readonly amount: Amount
  /** The chain's time of the newest transaction. It decides whether a payment is late. */
  readonly at: Instant
  /**
   * Whether the money counts for this intent: its transfers are then used, and it is part of the drop's payment totals. A
   * payment by another wallet than the buyer's counts only after the drop's owner has approved it; otherwise anyone could
   * name another person's payment.
   */
  readonly isCounted: boolean
}

/**
 * The state of an intent. Only states with a receipt have received money; `refunded` says how much was refunded. PENDING,
 * PROCESSING and PAID hold items for the buyer. IN_REVIEW waits for the drop's owner and holds none.
 */
export type IntentState =
  | { readonly kind: 'PENDING' }
  /** A named transaction was not seen for a while and may still appear. */
  | { readonly kind: 'PENDING'; readonly candidate: string }
  /** A transaction was named, and the chain does not show it as final yet. */
  | { readonly kind: 'PROCESSING'; readonly candidate: string; readonly since: Instant }
  | {
      readonly kind: 'PAID'
      readonly receipt: Receipt
      /** The price of all items in the received coin: the requested price, or what the owner approved as the full price. */
      readonly price: Amount
      readonly reason: StatusReason | null
    }
  | { readonly kind: 'IN_REVIEW'; readonly receipt: Receipt; readonly reason: StatusReason }
  /** `candidate` is a named transaction that may still appear. */
  | { readonly kind: 'EXPIRED'; readonly candidate: string | null }
  | { readonly kind: 'CANCELLED'; readonly candidate: string | null; readonly at: Instant }

const EXTERNAL_ID = /^pi_[0-9a-f]{32}$/

/** The public id; undefined if no intent can have it. */
export const parseExternalId = (text: string): string | undefined =>
  typeof text === 'string' && EXTERNAL_ID.test(text) ? text : undefined

/** The status that the API shows; see `statusOf`. */
export type PaymentIntentStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'CONFIRMED'
  | 'REQUIRES_REVIEW'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'

/** Items of a drop that are held for a payer at a fixed price, and the payments for them. */
export interface PaymentIntent {
  readonly id: PaymentIntentId
  /** The id that payers see and put into memos. */
  readonly externalId: string
  readonly dropId: DropId
  /** The drop's owner. Stored with the intent, so that the owner can find it after the drop is deleted. */
  readonly creatorId: UserId
  readonly payerId: UserId
  readonly wallet: Address
  readonly paymentMethod: string
  readonly quantity: number
  /** The price of one item in the currency's smallest unit, when the intent was made. */
  readonly unitPrice: bigint
  readonly currency: string
  readonly coinType: string
  /** The treasury when the intent was made. Payments go to the current one, `Chain.treasuryAddress`. */
  readonly recipient: Address
  readonly state: IntentState
  /** Items that are held now and can still be claimed. The drop's `heldItems` is the sum over its intents. */
  readonly held: number
  /** Items of the intent's PENDING, SUBMITTED and CONFIRMED claims. */
  readonly spent: number
  /** The price of its confirmed claims, in the received coin. */
  readonly earned: bigint
  /** The sum of its payouts that have not failed. Only money in another coin than the drop's is paid out per intent. */
  readonly paidOut: bigint
  /** The sum of its refunds that have not failed. */
  readonly refunding: bigint
  /** The sum of its refunds that have succeeded. */
  readonly refunded: bigint
  readonly expiresAt: Instant
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Whether the intent still waits for its payment. */
export const isOpen = ({ state }: PaymentIntent): boolean =>
  state.kind === 'PENDING' || state.kind === 'PROCESSING'

/** The price of all items, in the currency's smallest unit. */
export const amountDue = ({ unitPrice, quantity }: PaymentIntent): bigint => unitPrice * BigInt(quantity)

/** The received money; null if nothing was received. */
export const receiptOf = ({ state }: PaymentIntent): Receipt | null =>
  state.kind === 'PAID' || state.kind === 'IN_REVIEW' ? state.receipt : null

/** The received amount in the coin's smallest unit; 0 if nothing was received. */
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
 * How many items a paid intent may still claim: as many as its money minus refunds buys, minus the spent items. An approved
 * intent counts as fully paid, even if less or another coin was received; a partial refund then takes that part of its
 * items.
 */
export function itemsLeft(intent: PaymentIntent): number {
  if (intent.state.kind !== 'PAID') return 0
  const { receipt, price } = intent.state
  const bought = ((receipt.amount - intent.refunding) * BigInt(intent.quantity)) / price
  const entitled = bought < BigInt(intent.quantity) ? Number(bought) : intent.quantity
  return Math.max(0, entitled - intent.spent)
}

/**
 * The money for these items of a paid intent, in the received coin: their price, or their share of what the owner approved
 * as the full price, rounded down: what the division leaves over stays the buyer's.
 */
export const moneyFor = ({ state, quantity }: PaymentIntent, items: number): bigint =>
  state.kind === 'PAID' ? (state.price * BigInt(items)) / BigInt(quantity) : 0n

/** Whether the receipt is in the drop's currency. Only then is it part of the drop's payment totals. */
export const isOwnCoin = (intent: PaymentIntent): boolean => receiptOf(intent)?.coinType === intent.coinType

/** The part of the received money that still belongs to the buyer: neither refunded nor earned by a confirmed claim. */
export function unearnedMoney(intent: PaymentIntent): bigint {
  const rest = received(intent) - intent.refunding - intent.earned
  return rest > 0n ? rest : 0n
}

/** The part of the received money that is neither refunded nor spent on a claim, confirmed or not. */
export function unspentMoney(intent: PaymentIntent): bigint {
  const unearned = unearnedMoney(intent)
  const ofOpenClaims = moneyFor(intent, intent.spent) - intent.earned
  const rest = ofOpenClaims > 0n ? unearned - ofOpenClaims : unearned
  return rest > 0n ? rest : 0n
}

/** Earned money in another coin than the drop's that was neither refunded nor paid out. It belongs to the drop's owner. */
export const earnedApart = (intent: PaymentIntent): bigint =>
  isOwnCoin(intent) ? 0n : received(intent) - intent.refunding - intent.paidOut - unearnedMoney(intent)

/** The part of an intent that the drop owes its buyers. */
export const owedMoney = (intent: PaymentIntent): bigint =>
  isOwnCoin(intent) && receiptOf(intent)?.isCounted ? unearnedMoney(intent) : 0n

/** Throws if the fields of an intent contradict each other. Asserted where money is written and where it is read. */
export function assertSound(intent: PaymentIntent): PaymentIntent {
  invariant(
    intent.unitPrice > 0n && intent.quantity > 0,
    `${intent.id}: the price and the number of items are greater than 0`,
  )
  invariant(
    intent.refunded <= intent.refunding,
    `${intent.id}: refunds that succeeded are part of those that have not failed`,
  )
  invariant(
    intent.paidOut >= 0n && intent.refunding + intent.paidOut <= received(intent),
    `${intent.id}: no more is refunded and paid out than was received`,
  )
  invariant(intent.paidOut <= intent.earned, `${intent.id}: nothing is paid out that was not earned`)
  invariant(
    intent.state.kind !== 'PAID' || (intent.state.price > 0n && intent.state.price <= received(intent)),
    `${intent.id}: the price is greater than 0 and at most what was received`,
  )
  invariant(
    intent.earned >= 0n && intent.earned <= received(intent),
    `${intent.id}: at most what was received is earned`,
  )
  invariant(intent.held >= 0 && intent.spent >= 0, `${intent.id}: numbers of items are not negative`)
  invariant(
    intent.held + intent.spent <= intent.quantity,
    `${intent.id}: at most the bought items are held and spent`,
  )
  return intent
}

/** A received payment as a person saw it before deciding about it. */
export interface SeenPayment {
  readonly txHash: string
  /** One transaction can contain several transfers, so its hash alone does not name a payment. */
  readonly amount: Amount
  readonly coinType: string
  /** Null if it does not matter. */
  readonly status: PaymentIntentStatus | null
}

/**
 * Refuses a decision about a payment that the intent does not hold any more; undefined if it is as it was seen. A buyer can
 * replace a payment under review by another one, and can claim items between a look at a payment and its refund.
 */
export function refuseIfChanged(intent: PaymentIntent, seen: SeenPayment): Refusal | undefined {
  const receipt = receiptOf(intent)
  const isAsSeen =
    receipt?.txHash === seen.txHash &&
    receipt.amount === seen.amount &&
    receipt.coinType === seen.coinType &&
    (seen.status === null || seen.status === statusOf(intent))
  return isAsSeen ? undefined : paymentChanged(intent)
}

/** The refusal of a decision about another payment than the held one. It says what is held now. */
export function paymentChanged(intent: PaymentIntent): Refusal {
  const receipt = receiptOf(intent)
  const status = statusOf(intent)
  const held = receipt
    ? `${receipt.amount} of ${receipt.coinType} by transaction ${receipt.txHash}`
    : 'no payment'
  return {
    kind: 'conflict',
    reason: 'PAYMENT_CHANGED',
    message: `The payment has changed. This intent is ${status} and holds ${held}: look at that, then decide again`,
    details: {
      status,
      txHash: receipt?.txHash ?? null,
      receivedAtomic: String(receipt?.amount ?? 0n),
      receivedCoinType: receipt?.coinType ?? null,
      receivedFrom: receipt?.from ?? null,
    },
  }
}
