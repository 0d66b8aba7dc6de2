import {
  type Address,
  type Attempts,
  amountOf,
  type DropId,
  type Instant,
  type PaymentIntentId,
  type Payout,
  type PayoutId,
  type Refund,
  type RefundId,
  type TransferState,
  type UserId,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { column, must, type RowOf, type Table } from './table.ts'

const STATE_COLUMNS = {
  state: column<TransferState['kind']>('text'),
  tx_hash: column<string | null>('text'),
  failure_reason: column<string | null>('text'),
  attempts: column<number>('integer'),
  next_attempt_at: column<Instant | null>('integer'),
  last_error: column<string | null>('text'),
}
type StateRow = RowOf<typeof STATE_COLUMNS>

const rowOfState = ({ state, ...tried }: Attempts & { readonly state: TransferState }): StateRow => ({
  state: state.kind,
  tx_hash: 'txHash' in state ? state.txHash : null,
  failure_reason: 'reason' in state ? state.reason : null,
  attempts: tried.attempts,
  next_attempt_at: tried.nextAttemptAt,
  last_error: tried.lastError,
})

/** A row of an earlier release has no next attempt. It is due since its creation. */
const attemptsOf = (row: StateRow & { readonly created_at: Instant }): Attempts => ({
  attempts: row.attempts,
  nextAttemptAt: row.state === 'PENDING' ? (row.next_attempt_at ?? row.created_at) : null,
  lastError: row.last_error,
})

function stateOf(row: StateRow): TransferState {
  switch (row.state) {
    case 'PENDING':
      return { kind: 'PENDING' }
    case 'SUCCEEDED':
      return { kind: 'SUCCEEDED', txHash: must(row.tx_hash, 'transaction') }
    case 'FAILED':
      return { kind: 'FAILED', reason: must(row.failure_reason, 'reason') }
    default:
      return unreachable(row.state)
  }
}

const REFUND_COLUMNS = {
  id: column<RefundId>('text'),
  intent_id: column<PaymentIntentId>('text'),
  drop_id: column<DropId>('text'),
  amount: column<string>('amount'),
  coin_type: column<string>('text'),
  recipient: column<Address>('text'),
  reason: column<string | null>('text'),
  ...STATE_COLUMNS,
  created_at: column<Instant>('integer'),
}
export type RefundRow = RowOf<typeof REFUND_COLUMNS>

export const refundsTable: Table<Refund, RefundRow> = {
  name: 'refunds',
  columns: REFUND_COLUMNS,
  fixed: ['id', 'intent_id', 'drop_id', 'created_at'],
  toRow: (refund) => ({
    id: refund.id,
    intent_id: refund.intentId,
    drop_id: refund.dropId,
    amount: refund.amount,
    coin_type: refund.coinType,
    recipient: refund.to,
    reason: refund.reason,
    ...rowOfState(refund),
    created_at: refund.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    intentId: row.intent_id,
    dropId: row.drop_id,
    amount: amountOf(BigInt(row.amount)),
    coinType: row.coin_type,
    to: row.recipient,
    reason: row.reason,
    state: stateOf(row),
    ...attemptsOf(row),
    createdAt: row.created_at,
  }),
}

const PAYOUT_COLUMNS = {
  id: column<PayoutId>('text'),
  drop_id: column<DropId>('text'),
  creator_id: column<UserId>('text'),
  amount: column<string>('amount'),
  currency: column<string>('text'),
  coin_type: column<string>('text'),
  intent_id: column<PaymentIntentId | null>('text'),
  recipient: column<Address>('text'),
  ...STATE_COLUMNS,
  created_at: column<Instant>('integer'),
}
export type PayoutRow = RowOf<typeof PAYOUT_COLUMNS>

export const payoutsTable: Table<Payout, PayoutRow> = {
  name: 'payouts',
  columns: PAYOUT_COLUMNS,
  fixed: ['id', 'drop_id', 'creator_id', 'intent_id', 'created_at'],
  toRow: (payout) => ({
    id: payout.id,
    drop_id: payout.dropId,
    creator_id: payout.creatorId,
    amount: payout.amount,
    currency: payout.currency,
    coin_type: payout.coinType,
    intent_id: payout.intentId,
    recipient: payout.to,
    ...rowOfState(payout),
    created_at: payout.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    dropId: row.drop_id,
    creatorId: row.creator_id,
    amount: amountOf(BigInt(row.amount)),
    currency: row.currency,
    coinType: row.coin_type,
    intentId: row.intent_id,
    to: row.recipient,
    state: stateOf(row),
    ...attemptsOf(row),
    createdAt: row.created_at,
  }),
}
