import type { Address, DropId, Exemption, ExemptionId, Instant, UserId } from '@dropkit/core'
import type { Table } from './table.ts'

export interface ExemptionRow {
  id: ExemptionId
  drop_id: DropId
  wallet: Address
  reason: string
  granted_by: UserId
  granted_at: Instant
  revoked_by: UserId | null
  revoked_at: Instant | null
}

export const exemptionsTable: Table<Exemption, ExemptionRow> = {
  name: 'gating_exemptions',
  columns: {
    id: 'text',
    drop_id: 'text',
    wallet: 'text',
    reason: 'text',
    granted_by: 'text',
    granted_at: 'integer',
    revoked_by: 'text',
    revoked_at: 'integer',
  },
  fixed: ['id', 'drop_id', 'wallet', 'reason', 'granted_by', 'granted_at'],
  toRow: (exemption) => ({
    id: exemption.id,
    drop_id: exemption.dropId,
    wallet: exemption.wallet,
    reason: exemption.reason,
    granted_by: exemption.grantedBy,
    granted_at: exemption.grantedAt,
    revoked_by: exemption.revokedBy,
    revoked_at: exemption.revokedAt,
  }),
  fromRow: (row) => ({
    id: row.id,
    dropId: row.drop_id,
    wallet: row.wallet,
    reason: row.reason,
    grantedBy: row.granted_by,
    grantedAt: row.granted_at,
    revokedBy: row.revoked_by,
    revokedAt: row.revoked_at,
  }),
}
