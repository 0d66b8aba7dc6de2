import {
  type Address,
  amountOf,
  type Claim,
  type ClaimState,
  type ClaimStatus,
  type DropId,
  type Instant,
  type PaymentIntentId,
  type UserId,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { column, must, type RowOf, type Table } from './table.ts'

const CLAIM_COLUMNS = {
  drop_id: column<DropId>('text'),
  sequence: column<number>('integer'),
  user_address: column<Address>('text'),
  recipient: column<Address | null>('text'),
  recipient_nonce: column<string | null>('text'),
  caller_id: column<UserId>('text'),
  creator_id: column<UserId>('text'),
  amount: column<string>('amount'),
  items: column<number>('integer'),
  slot: column<number>('integer'),
  streak: column<number | null>('integer'),
  intent_id: column<PaymentIntentId | null>('text'),
  cost: column<string>('amount'),
  status: column<ClaimStatus>('text'),
  expires_at: column<Instant | null>('integer'),
  tx_hash: column<string | null>('text'),
  claimed_at: column<Instant | null>('integer'),
  expired_at: column<Instant | null>('integer'),
  failure_reason: column<string | null>('text'),
  failed_at: column<Instant | null>('integer'),
  round: column<number | null>('integer'),
  revealed_at: column<Instant | null>('integer'),
  round_signature: column<string | null>('text'),
  order_head: column<string | null>('text'),
  created_at: column<Instant>('integer'),
}
export type ClaimRow = RowOf<typeof CLAIM_COLUMNS>

type StateRow = Pick<
  ClaimRow,
  'status' | 'expires_at' | 'tx_hash' | 'claimed_at' | 'expired_at' | 'failure_reason' | 'failed_at'
>

const NO_STATE = {
  expires_at: null,
  tx_hash: null,
  claimed_at: null,
  expired_at: null,
  failure_reason: null,
  failed_at: null,
}

function rowOfState(state: ClaimState): StateRow {
  const status = state.kind
  switch (status) {
    case 'PENDING':
      return { ...NO_STATE, status, expires_at: state.expiresAt }
    case 'SUBMITTED':
      return { ...NO_STATE, status, tx_hash: state.txHash }
    case 'CONFIRMED':
      return { ...NO_STATE, status, tx_hash: state.txHash, claimed_at: state.claimedAt }
    case 'EXPIRED':
      return { ...NO_STATE, status, expired_at: state.expiredAt }
    case 'FAILED':
      return { ...NO_STATE, status, failure_reason: state.reason, failed_at: state.failedAt }
    default:
      return unreachable(status)
  }
}

function stateOf(row: StateRow): ClaimState {
  switch (row.status) {
    case 'PENDING':
      return { kind: 'PENDING', expiresAt: row.expires_at }
    case 'SUBMITTED':
      return { kind: 'SUBMITTED', txHash: must(row.tx_hash, 'transaction') }
    case 'CONFIRMED':
      return {
        kind: 'CONFIRMED',
        txHash: must(row.tx_hash, 'transaction'),
        claimedAt: must(row.claimed_at, 'time of confirmation'),
      }
    case 'EXPIRED':
      return { kind: 'EXPIRED', expiredAt: must(row.expired_at, 'time of expiry') }
    case 'FAILED':
      return {
        kind: 'FAILED',
        reason: must(row.failure_reason, 'reason'),
        failedAt: must(row.failed_at, 'time of failure'),
      }
    default:
      return unreachable(row.status)
  }
}

export const claimsTable: Table<Claim, ClaimRow> = {
  name: 'claims',
  columns: CLAIM_COLUMNS,
  fixed: ['drop_id', 'sequence', 'creator_id', 'created_at'],
  toRow: (claim) => ({
    drop_id: claim.dropId,
    sequence: claim.sequence,
    user_address: claim.claimer,
    recipient: claim.recipient?.address ?? null,
    recipient_nonce: claim.recipient?.nonce ?? null,
    caller_id: claim.callerId,
    creator_id: claim.creatorId,
    amount: claim.amount,
    items: claim.items,
    slot: claim.slot,
    streak: claim.streak,
    intent_id: claim.intentId,
    cost: claim.cost,
    ...rowOfState(claim.state),
    round: claim.draw?.round ?? null,
    revealed_at: claim.draw?.revealedAt ?? null,
    round_signature: claim.draw?.signature ?? null,
    order_head: claim.head,
    created_at: claim.createdAt,
  }),
  fromRow: (row) => ({
    dropId: row.drop_id,
    sequence: row.sequence,
    claimer: row.user_address,
    recipient:
      row.recipient === null
        ? null
        : { address: row.recipient, nonce: must(row.recipient_nonce, 'nonce of its recipient') },
    callerId: row.caller_id,
    creatorId: row.creator_id,
    amount: amountOf(BigInt(row.amount)),
    items: row.items,
    slot: row.slot,
    streak: row.streak,
    intentId: row.intent_id,
    cost: BigInt(row.cost),
    state: stateOf(row),
    draw:
      row.round === null
        ? null
        : { round: row.round, revealedAt: row.revealed_at, signature: row.round_signature },
    head: row.order_head,
    createdAt: row.created_at,
  }),
}
