import { idOfClaim, isReserved } from '../../domain/claim.ts'
import { type Drop, soldItemAmount } from '../../domain/drop.ts'
import type { PaymentIntentId } from '../../domain/ids.ts'
import {
  assertSound,
  isOpen,
  isOwnCoin,
  itemsLeft,
  moneyFor,
  owedMoney,
  type PaymentIntent,
  receiptOf,
} from '../../domain/payment/payment-intent.ts'
import { transferKey } from '../../domain/payment/transfer.ts'
import type { AuditRows, StoredEvent } from '../../ports/audit-rows.ts'
import {
  type Compare,
  comparing,
  type HasAllEvents,
  type OrderedRows,
  orderedRows,
  type Report,
  type RowOf,
} from './difference.ts'

/** The audited records of payments, ordered by drop. */
export interface IntentRows {
  readonly intents: OrderedRows<PaymentIntent>
  readonly claims: OrderedRows<RowOf<'paidClaims'>>
  readonly refunds: OrderedRows<RowOf<'refunds'>>
  readonly payouts: OrderedRows<RowOf<'payouts'>>
  readonly usedPayments: OrderedRows<RowOf<'usedPayments'>>
  readonly events: OrderedRows<RowOf<'paymentEvents'>>
}

/** A blank sorts before every id. */
const keyOf = (dropId: string | null, intentId: string | null) => `${dropId ?? ''} ${intentId ?? ''}`

export function openIntentRows(rows: AuditRows, report: Report): IntentRows {
  const stray = (dropId: string | null, record: string, field: string, stored: string | null) =>
    report({ dropId, record, field, stored: stored ?? 'none', derived: 'none: there is no such row' })
  return {
    intents: orderedRows(
      rows.intents(),
      ({ dropId }) => dropId,
      ({ id, dropId }) => stray(dropId, id, 'dropId', dropId),
    ),
    claims: orderedRows(
      rows.paidClaims(),
      ({ dropId, intentId }) => keyOf(dropId, intentId),
      (claim) => stray(claim.dropId, idOfClaim(claim), 'intentId', claim.intentId),
    ),
    refunds: orderedRows(
      rows.refunds(),
      ({ dropId, intentId }) => keyOf(dropId, intentId),
      ({ id, dropId, intentId }) => stray(dropId, id, 'intentId', intentId),
    ),
    payouts: orderedRows(
      rows.payouts(),
      ({ dropId, intentId }) => keyOf(dropId, intentId),
      ({ id, dropId, intentId }) => stray(dropId, id, 'intentId', intentId),
    ),
    usedPayments: orderedRows(
      rows.usedPayments(),
      ({ dropId, intentId }) => keyOf(dropId, intentId),
      ({ dropId, intentId, transfer }) => stray(dropId, `payment ${transfer}`, 'intentId', intentId),
    ),
    events: orderedRows(
      rows.paymentEvents(),
      ({ dropId, intentId }) => keyOf(dropId, intentId),
      ({ dropId, intentId, type }) => stray(dropId, `a ${type}`, 'intentId', intentId),
    ),
  }
}

/** Sums over a drop's payment intents. */
export interface IntentTotals {
  readonly count: number
  readonly open: number
}

/** Compares the payment intents of one drop with the drop. */
export async function auditIntents(
  drop: Drop,
  rows: IntentRows,
  report: Report,
  hasAllEvents: HasAllEvents,
): Promise<IntentTotals> {
  const compare = comparing(report, drop.id)
  const totals = { received: 0n, refunded: 0n, paidOut: 0n, earned: 0n, owed: 0n }
  let [heldItems, count, open] = [0, 0, 0]

  for await (const page of rows.payouts.of(keyOf(drop.id, null)))
    for (const payout of page) if (payout.state.kind !== 'FAILED') totals.paidOut += payout.amount

  for await (const page of rows.intents.of(drop.id)) {
    for (const intent of page) {
      const sums = await sumsOf(intent, rows, compare)
      compareIntent(drop, intent, sums, compare)
      const ofEvents = hasAllEvents(intent) ? compare : () => undefined
      await auditPaymentEvents(intent, sums.refunds, rows.events.of(keyOf(drop.id, intent.id)), ofEvents)
      count++
      if (isOpen(intent)) open++
      heldItems += intent.held
      totals.owed += owedMoney(intent)
      if (!isOwnCoin(intent)) continue
      const receipt = receiptOf(intent)
      if (receipt?.isCounted) totals.received += receipt.amount
      totals.refunded += sums.refunding
      totals.earned += sums.earned
    }
  }

  compare(drop.id, 'heldItems', drop.tally.heldItems, heldItems)
  compare(drop.id, 'heldAmount', drop.tally.heldAmount, soldItemAmount(drop) * BigInt(heldItems))
  for (const [name, derived] of Object.entries(totals))
    compare(drop.id, `payments.${name}`, drop.payments[name as keyof typeof totals], derived)
  return { count, open }
}

interface Sums {
  readonly spent: number
  readonly earned: bigint
  readonly refunding: bigint
  readonly refunded: bigint
  readonly paidOut: bigint
  readonly used: number
  readonly isReceiptUsed: boolean
  /** The status of each of its refunds. */
  readonly refunds: ReadonlyMap<string, string>
}

/** Sums over the rows that name an intent. */
async function sumsOf(intent: PaymentIntent, rows: IntentRows, compare: Compare): Promise<Sums> {
  const key = keyOf(intent.dropId, intent.id)
  const receipt = receiptOf(intent)
  let [spent, earned, refunding, refunded, paidOut, used, isReceiptUsed] = [0, 0n, 0n, 0n, 0n, 0, false]
  for await (const page of rows.claims.of(key)) {
    for (const claim of page) {
      compare(idOfClaim(claim), 'wallet of its intent', claim.claimer, intent.wallet)
      if (isReserved(claim.state)) {
        spent += claim.items
        // An intent without reserved claims can go back to review, and can be approved at another price.
        compare(idOfClaim(claim), 'cost', claim.cost, moneyFor(intent, claim.items))
      }
      if (claim.state.kind === 'CONFIRMED') earned += claim.cost
    }
  }
  const refunds = new Map<string, string>()
  for await (const page of rows.refunds.of(key)) {
    for (const { id, amount, coinType, to, state } of page) {
      refunds.set(id, state.kind)
      compare(id, 'coinType', coinType, receiptOf(intent)?.coinType)
      compare(id, 'to', to, receiptOf(intent)?.from)
      if (state.kind !== 'FAILED') refunding += amount
      if (state.kind === 'SUCCEEDED') refunded += amount
    }
  }
  for await (const page of rows.payouts.of(key))
    for (const { amount, state } of page) if (state.kind !== 'FAILED') paidOut += amount
  for await (const page of rows.usedPayments.of(key)) {
    used += page.length
    isReceiptUsed ||= page.some(({ transfer }) => receipt !== null && transfer === transferKey(receipt))
  }
  return { spent, earned, refunding, refunded, paidOut, used, isReceiptUsed, refunds }
}

function compareIntent(drop: Drop, intent: PaymentIntent, sums: Sums, compare: Compare): void {
  const id: PaymentIntentId = intent.id
  const fields = ['spent', 'earned', 'refunding', 'refunded', 'paidOut'] as const
  const isSummed = fields.every((field) => intent[field] === sums[field])
  for (const field of fields) compare(id, field, intent[field], sums[field])
  compare(id, 'creatorId', intent.creatorId, drop.creatorId)
  const receipt = receiptOf(intent)
  const isCounted = receipt?.isCounted === true
  if (isCounted && !sums.isReceiptUsed) compare(id, 'payment that is used up', 'none', receipt.txHash)
  if (!isCounted) compare(id, 'payments that are used up', sums.used, 0)
  if (isOpen(intent)) compare(id, 'held', intent.held, intent.quantity)
  else if (intent.state.kind !== 'PAID') compare(id, 'held', intent.held, 0)
  else if (isSummed && intent.held > itemsLeft(intent))
    compare(id, 'held', intent.held, `at most ${itemsLeft(intent)}`)
  // If the sums cause the error, they were reported already.
  if (isSummed) compare(id, 'soundness', unsoundnessOf(intent), 'sound')
}

function unsoundnessOf(intent: PaymentIntent): string {
  try {
    assertSound(intent)
    return 'sound'
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^invariant broken: /, '') : String(error)
  }
}

/** The status of an intent after each event. An intent that waits for its payment may have a candidate. */
const STATE_AFTER: Readonly<Record<string, string>> = {
  'payment.created': 'waiting',
  'payment.confirmed': 'PAID',
  'payment.requires_review': 'IN_REVIEW',
  'payment.expired': 'EXPIRED',
  'payment.cancelled': 'CANCELLED',
}

const REFUND_AFTER: Readonly<Record<string, string>> = {
  'refund.created': 'PENDING',
  'refund.succeeded': 'SUCCEEDED',
  'refund.failed': 'FAILED',
}

const stateOf = ({ state }: PaymentIntent): string =>
  state.kind === 'PENDING' || state.kind === 'PROCESSING' ? 'waiting' : state.kind

/** Compares an intent and its refunds with the log. */
async function auditPaymentEvents(
  intent: PaymentIntent,
  refunds: ReadonlyMap<string, string>,
  pages: AsyncIterable<readonly StoredEvent[]>,
  compare: Compare,
): Promise<void> {
  let state: string | null = null
  let made = 0
  const logged = new Map<string, string>()
  for await (const page of pages) {
    for (const { type, data } of page) {
      state = STATE_AFTER[type] ?? state
      if (type === 'payment.created') made++
      const refund = REFUND_AFTER[type]
      if (refund !== undefined) logged.set(String(data['refundId']), refund)
    }
  }
  compare(intent.id, 'payment.created', made, 1)
  compare(intent.id, 'state', stateOf(intent), state)
  for (const [id, stored] of refunds) compare(id, 'state', stored, logged.get(id))
  for (const [id, state] of logged) if (!refunds.has(id)) compare(id, 'row', 'none', state)
}
