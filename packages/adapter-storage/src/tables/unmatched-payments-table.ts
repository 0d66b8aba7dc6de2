import {
  type Address,
  amountOf,
  type Instant,
  type PaymentIntentId,
  type PossibleUser,
  transferKey,
  type UnmatchedPayment,
  type UnmatchedPaymentId,
  type UnmatchedReason,
  type UnmatchedState,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import type { Value } from '../database.ts'
import { column, must, type RowOf, type Table } from './table.ts'

const STATE_COLUMNS = {
  state: column<UnmatchedState['kind']>('text'),
  intent_id: column<PaymentIntentId | null>('text'),
  return_bytes: column<string | null>('text'),
  return_digest: column<string | null>('text'),
  return_expires_at: column<Instant | null>('integer'),
  return_problem: column<string | null>('text'),
  return_tries: column<number | null>('integer'),
  returned_by: column<string | null>('text'),
}
type StateRow = RowOf<typeof STATE_COLUMNS>

const UNMATCHED_PAYMENT_COLUMNS = {
  id: column<UnmatchedPaymentId>('text'),
  transfer: column<string>('text'),
  tx_hash: column<string>('text'),
  transfer_index: column<number>('integer'),
  sender: column<Address>('text'),
  coin_type: column<string>('text'),
  amount: column<string>('amount'),
  memo: column<string | null>('text'),
  paid_at: column<Instant>('integer'),
  reason: column<UnmatchedReason>('text'),
  possible_user: column<PossibleUser>('text'),
  ...STATE_COLUMNS,
  created_at: column<Instant>('integer'),
  updated_at: column<Instant>('integer'),
}
export type UnmatchedPaymentRow = RowOf<typeof UNMATCHED_PAYMENT_COLUMNS>

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
  columns: UNMATCHED_PAYMENT_COLUMNS,
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
