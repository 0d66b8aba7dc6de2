import {
  type Address,
  amountOf,
  type DropId,
  type Instant,
  type IntentState,
  outstandingAmount,
  type PaymentIntent,
  type PaymentIntentId,
  type Receipt,
  type StatusReason,
  type UserId,
  waitedUntil,
} from '@dropkit/core'
import { MAX_AMOUNT, unreachable } from '@dropkit/core/internal'
import type { Value } from '../database.ts'
import { column, type Flag, must, type RowOf, type Table } from './table.ts'

const PAYMENT_INTENT_COLUMNS = {
  id: column<PaymentIntentId>('text'),
  external_id: column<string>('text'),
  drop_id: column<DropId>('text'),
  creator_id: column<UserId>('text'),
  payer_id: column<UserId>('text'),
  wallet: column<Address>('text'),
  payment_method: column<string>('text'),
  quantity: column<number>('integer'),
  unit_price: column<string>('amount'),
  currency: column<string>('text'),
  coin_type: column<string>('text'),
  recipient: column<Address>('text'),
  state: column<IntentState['kind']>('text'),
  candidate: column<string | null>('text'),
  candidate_since: column<Instant | null>('integer'),
  tx_hash: column<string | null>('text'),
  paid_from: column<Address | null>('text'),
  paid_coin_type: column<string | null>('text'),
  paid_amount: column<string | null>('amount'),
  paid_at: column<Instant | null>('integer'),
  is_counted: column<Flag | null>('boolean'),
  price: column<string | null>('amount'),
  reason: column<StatusReason | null>('text'),
  cancelled_at: column<Instant | null>('integer'),
  held: column<number>('integer'),
  spent: column<number>('integer'),
  earned: column<string>('amount'),
  paid_out: column<string>('amount'),
  refunding: column<string>('amount'),
  refunded: column<string>('amount'),
  expires_at: column<Instant>('integer'),
  created_at: column<Instant>('integer'),
  updated_at: column<Instant>('integer'),
  /** Payments are matched by this; see `outstandingAmount` and `waitedUntil`. */
  outstanding: column<string | null>('amount'),
  waited_until: column<Instant | null>('integer'),
  /** The index of the receipt's transfer. Null if an earlier release wrote it. */
  transfer_index: column<number | null>('integer'),
}
export type PaymentIntentRow = RowOf<typeof PAYMENT_INTENT_COLUMNS>

type StateRow = Pick<
  PaymentIntentRow,
  | 'state'
  | 'candidate'
  | 'candidate_since'
  | 'tx_hash'
  | 'transfer_index'
  | 'paid_from'
  | 'paid_coin_type'
  | 'paid_amount'
  | 'paid_at'
  | 'is_counted'
  | 'price'
  | 'reason'
  | 'cancelled_at'
>

const rowOfState = (state: IntentState): { readonly [Column in keyof StateRow]: Value } => {
  const receipt = 'receipt' in state ? state.receipt : null
  return {
    state: state.kind,
    candidate: 'candidate' in state ? state.candidate : null,
    candidate_since: 'since' in state ? state.since : null,
    tx_hash: receipt?.txHash ?? null,
    transfer_index: receipt?.index ?? null,
    paid_from: receipt?.from ?? null,
    paid_coin_type: receipt?.coinType ?? null,
    paid_amount: receipt?.amount ?? null,
    paid_at: receipt?.at ?? null,
    is_counted: receipt?.isCounted ?? null,
    price: 'price' in state ? state.price : null,
    reason: 'reason' in state ? state.reason : null,
    cancelled_at: state.kind === 'CANCELLED' ? state.at : null,
  }
}

const receiptOf = (row: StateRow): Receipt => ({
  txHash: must(row.tx_hash, 'transaction'),
  index: row.transfer_index ?? 0,
  from: must(row.paid_from, 'sender'),
  coinType: must(row.paid_coin_type, 'coin type'),
  amount: amountOf(BigInt(must(row.paid_amount, 'amount'))),
  at: must(row.paid_at, 'time of payment'),
  isCounted: Boolean(row.is_counted),
})

function stateOf(row: StateRow): IntentState {
  switch (row.state) {
    case 'PENDING':
      return row.candidate === null ? { kind: 'PENDING' } : { kind: 'PENDING', candidate: row.candidate }
    case 'PROCESSING':
      return {
        kind: 'PROCESSING',
        candidate: must(row.candidate, 'candidate'),
        since: must(row.candidate_since, 'time of its candidate'),
      }
    case 'PAID':
      return {
        kind: 'PAID',
        receipt: receiptOf(row),
        price: amountOf(BigInt(must(row.price, 'price'))),
        reason: row.reason,
      }
    case 'IN_REVIEW':
      return { kind: 'IN_REVIEW', receipt: receiptOf(row), reason: must(row.reason, 'reason') }
    case 'EXPIRED':
      return { kind: 'EXPIRED', candidate: row.candidate }
    case 'CANCELLED':
      return { kind: 'CANCELLED', candidate: row.candidate, at: must(row.cancelled_at, 'time of its end') }
    default:
      return unreachable(row.state)
  }
}

/** Null if the amount is larger than any transfer can be. */
const payable = (outstanding: bigint): bigint | null => (outstanding <= MAX_AMOUNT ? outstanding : null)

export const paymentIntentsTable: Table<PaymentIntent, PaymentIntentRow> = {
  name: 'payment_intents',
  columns: PAYMENT_INTENT_COLUMNS,
  fixed: ['id', 'drop_id', 'creator_id', 'payer_id', 'created_at'],
  toRow: (intent) => ({
    id: intent.id,
    external_id: intent.externalId,
    drop_id: intent.dropId,
    creator_id: intent.creatorId,
    payer_id: intent.payerId,
    wallet: intent.wallet,
    payment_method: intent.paymentMethod,
    quantity: intent.quantity,
    unit_price: intent.unitPrice,
    currency: intent.currency,
    coin_type: intent.coinType,
    recipient: intent.recipient,
    ...rowOfState(intent.state),
    held: intent.held,
    spent: intent.spent,
    earned: intent.earned,
    paid_out: intent.paidOut,
    refunding: intent.refunding,
    refunded: intent.refunded,
    expires_at: intent.expiresAt,
    created_at: intent.createdAt,
    updated_at: intent.updatedAt,
    outstanding: payable(outstandingAmount(intent)),
    waited_until: waitedUntil(intent),
  }),
  fromRow: (row) => ({
    id: row.id,
    externalId: row.external_id,
    dropId: row.drop_id,
    creatorId: row.creator_id,
    payerId: row.payer_id,
    wallet: row.wallet,
    paymentMethod: row.payment_method,
    quantity: row.quantity,
    unitPrice: BigInt(row.unit_price),
    currency: row.currency,
    coinType: row.coin_type,
    recipient: row.recipient,
    state: stateOf(row),
    held: row.held,
    spent: row.spent,
    earned: BigInt(row.earned),
    paidOut: BigInt(row.paid_out),
    refunding: BigInt(row.refunding),
    refunded: BigInt(row.refunded),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}
