import {
  amountOf,
  type ChainPurpose,
  type ChainTransaction,
  type ChainTransactionId,
  type DropId,
  type Instant,
  type PayoutId,
  type RefundId,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { column, type Flag, must, type RowOf, type Table } from './table.ts'

const CHAIN_TRANSACTION_COLUMNS = {
  id: column<ChainTransactionId>('text'),
  drop_id: column<DropId>('text'),
  purpose: column<ChainPurpose['kind']>('text'),
  deposit: column<string | null>('amount'),
  /** The sequences of the claims that it pays out, as a JSON array. */
  sequences: column<string | null>('json'),
  /** Null if an earlier release wrote it. */
  through_pause: column<Flag | null>('boolean'),
  refund_id: column<RefundId | null>('text'),
  payout_id: column<PayoutId | null>('text'),
  bytes: column<string>('text'),
  digest: column<string>('text'),
  expires_at: column<Instant>('integer'),
  state: column<ChainTransaction['state']>('text'),
  created_at: column<Instant>('integer'),
}
export type ChainTransactionRow = RowOf<typeof CHAIN_TRANSACTION_COLUMNS>

type PurposeRow = Pick<
  ChainTransactionRow,
  'purpose' | 'deposit' | 'sequences' | 'through_pause' | 'refund_id' | 'payout_id'
>

function purposeOf(row: PurposeRow): ChainPurpose {
  switch (row.purpose) {
    case 'open_vault':
    case 'fund_vault':
      return { kind: row.purpose, deposit: amountOf(BigInt(must(row.deposit, 'deposit'))) }
    case 'deliver_claims':
      return {
        kind: 'deliver_claims',
        sequences: JSON.parse(must(row.sequences, 'sequences')),
        ...(row.through_pause ? { throughPause: true } : {}),
      }
    case 'refund':
      return { kind: 'refund', refundId: must(row.refund_id, 'refund') }
    case 'payout':
      return { kind: 'payout', payoutId: must(row.payout_id, 'payout') }
    case 'close_vault':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
      return { kind: row.purpose }
    default:
      return unreachable(row.purpose)
  }
}

export const chainTransactionsTable: Table<ChainTransaction, ChainTransactionRow> = {
  name: 'chain_transactions',
  columns: CHAIN_TRANSACTION_COLUMNS,
  fixed: ['id', 'drop_id', 'created_at'],
  toRow: ({ purpose, ...sent }) => ({
    id: sent.id,
    drop_id: sent.dropId,
    purpose: purpose.kind,
    deposit: 'deposit' in purpose ? purpose.deposit : null,
    sequences: 'sequences' in purpose ? JSON.stringify(purpose.sequences) : null,
    through_pause: 'throughPause' in purpose ? purpose.throughPause : null,
    refund_id: 'refundId' in purpose ? purpose.refundId : null,
    payout_id: 'payoutId' in purpose ? purpose.payoutId : null,
    bytes: sent.bytes,
    digest: sent.digest,
    expires_at: sent.expiresAt,
    state: sent.state,
    created_at: sent.createdAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    dropId: row.drop_id,
    purpose: purposeOf(row),
    bytes: row.bytes,
    digest: row.digest,
    expiresAt: row.expires_at,
    state: row.state,
    createdAt: row.created_at,
  }),
}
