import { amountOf, type ClaimLink, type ClaimLinkId, type DropId, type Instant } from '@dropkit/core'
import type { Table } from './table.ts'

export interface ClaimLinkRow {
  drop_id: DropId
  id: ClaimLinkId
  amount: string | null
  expires_at: Instant | null
  sequence: number | null
  revoked_at: Instant | null
  created_at: Instant
}

export const claimLinksTable: Table<ClaimLink, ClaimLinkRow> = {
  name: 'claim_links',
  columns: {
    drop_id: 'text',
    id: 'text',
    amount: 'amount',
    expires_at: 'integer',
    sequence: 'integer',
    revoked_at: 'integer',
    created_at: 'integer',
  },
  fixed: ['drop_id', 'id', 'created_at'],
  toRow: (link) => ({
    drop_id: link.dropId,
    id: link.id,
    amount: link.amount,
    expires_at: link.expiresAt,
    sequence: link.sequence,
    revoked_at: link.revokedAt,
    created_at: link.createdAt,
  }),
  fromRow: (row) => ({
    dropId: row.drop_id,
    id: row.id,
    amount: row.amount === null ? null : amountOf(BigInt(row.amount)),
    expiresAt: row.expires_at,
    sequence: row.sequence,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  }),
}
