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
import { must, type Table } from './table.ts'

interface StateRow {
  state: TransferState['kind']
  tx_hash: string | null
  failure_reason: string | null
  attempts: number
  next_attempt_at: Instant | null
  last_error: string | null
}

const STATE_COLUMNS = {
  state: 'text',
  tx_hash: 'text',
  failure_reason: 'text',
  attempts: 'integer',
  next_attempt_at: 'integer',
  last_error: 'text',
} as const

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

export interface RefundRow extends StateRow {
  id: RefundId
  intent_id: PaymentIntentId
  drop_id: DropId
  amount: string
  coin_type: string
  recipient: Address
  reason: string | null
  created_at: Instant
}

export const refundsTable: Table<Refund, RefundRow> = {
  name: 'refunds',
  columns: {
    id: 'text',
    intent_id: 'text',
    drop_id: 'text',
    amount: 'amount',
    coin_type: 'text',
    recipient: 'text',
    reason: 'text',
    ...STATE_COLUMNS,
    created_at: 'integer',
  },
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

export interface PayoutRow extends StateRow {
  id: PayoutId
  drop_id: DropId
  creator_id: UserId
  amount: string
  currency: string
  coin_type: string
  intent_id: PaymentIntentId | null
  recipient: Address
  created_at: Instant
}

export const payoutsTable: Table<Payout, PayoutRow> = {
  name: 'payouts',
  columns: {
    id: 'text',
    drop_id: 'text',
    creator_id: 'text',
    amount: 'amount',
    currency: 'text',
    coin_type: 'text',
    intent_id: 'text',
    recipient: 'text',
    ...STATE_COLUMNS,
    created_at: 'integer',
  },
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
