import {
  type Address,
  amountOf,
  type Instant,
  type PaymentIntentId,
  type PossibleUser,
  type UnmatchedPayment,
  type UnmatchedPaymentId,
  type UnmatchedReason,
  type UnmatchedState,
} from '@dropkit/core'
import { transferKey, unreachable } from '@dropkit/core/internal'
import type { Value } from '../database.ts'
import { must, type Table } from './table.ts'

interface StateRow {
  state: UnmatchedState['kind']
  intent_id: PaymentIntentId | null
  return_bytes: string | null
  return_digest: string | null
  return_expires_at: Instant | null
  return_problem: string | null
  return_tries: number | null
  returned_by: string | null
}

export interface UnmatchedPaymentRow extends StateRow {
  id: UnmatchedPaymentId
  transfer: string
  tx_hash: string
  transfer_index: number
  sender: Address
  coin_type: string
  amount: string
  memo: string | null
  paid_at: Instant
  reason: UnmatchedReason
  possible_user: PossibleUser
  created_at: Instant
  updated_at: Instant
}

function rowOfState(state: UnmatchedState): { readonly [Column in keyof StateRow]: Value } {
  const signed = state.kind === 'RETURNING' ? state.signed : null
  return {
    state: state.kind,
    intent_id: state.kind === 'ASSIGNED' ? state.intentId : null,
    return_bytes: signed?.bytes ?? null,
    return_digest: signed?.digest ?? null,
    return_expires_at: signed?.expiresAt ?? null,
    return_problem: state.kind === 'RETURNING' ? state.problem : null,
    return_tries: state.kind === 'RETURNING' ? state.tries : null,
    returned_by: state.kind === 'RETURNED' ? state.txHash : null,
  }
}

function stateOf(row: StateRow): UnmatchedState {
  switch (row.state) {
    case 'OPEN':
      return { kind: 'OPEN' }
    case 'ASSIGNED':
      return { kind: 'ASSIGNED', intentId: must(row.intent_id, 'intent') }
    case 'RETURNING': {
      const { return_bytes: bytes, return_digest: digest, return_expires_at: expiresAt } = row
      const signed =
        bytes === null || digest === null || expiresAt === null ? null : { bytes, digest, expiresAt }
      const tries = must(row.return_tries, 'number of tries')
      return { kind: 'RETURNING', signed, problem: row.return_problem, tries }
    }
    case 'RETURNED':
      return { kind: 'RETURNED', txHash: must(row.returned_by, 'transaction') }
    default:
      return unreachable(row.state)
  }
}

export const unmatchedPaymentsTable: Table<UnmatchedPayment, UnmatchedPaymentRow> = {
  name: 'unmatched_payments',
  columns: {
    id: 'text',
    transfer: 'text',
    tx_hash: 'text',
    transfer_index: 'integer',
    sender: 'text',
    coin_type: 'text',
    amount: 'amount',
    memo: 'text',
    paid_at: 'integer',
    reason: 'text',
    possible_user: 'text',
    state: 'text',
    intent_id: 'text',
    return_bytes: 'text',
    return_digest: 'text',
    return_expires_at: 'integer',
    return_problem: 'text',
    return_tries: 'integer',
    returned_by: 'text',
    created_at: 'integer',
    updated_at: 'integer',
  },
  fixed: [
    'id',
    'transfer',
    'tx_hash',
    'transfer_index',
    'sender',
    'coin_type',
    'amount',
    'memo',
    'paid_at',
    'created_at',
  ],
  toRow: (payment) => ({
    id: payment.id,
    transfer: transferKey(payment),
    tx_hash: payment.txHash,
    transfer_index: payment.index,
    sender: payment.from,
    coin_type: payment.coinType,
    amount: payment.amount,
    memo: payment.memo,
    paid_at: payment.at,
    reason: payment.reason,
    possible_user: payment.possibleUser,
    ...rowOfState(payment.state),
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    txHash: row.tx_hash,
    index: row.transfer_index,
    from: row.sender,
    coinType: row.coin_type,
    amount: amountOf(BigInt(row.amount)),
    memo: row.memo,
    at: row.paid_at,
    reason: row.reason,
    possibleUser: row.possible_user,
    state: stateOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}
