import type { DropId, DropState, DropStateQuery } from '@dropkit/core'
import { approvalKey } from '@dropkit/core/internal'
import { type Dialect, type Query, type Row, rowsAs } from '../database.ts'
import type { ClaimRow } from '../tables/claims-table.ts'

/** Looks for the approvals of recipients that claims of one drop have used. */
export function createApprovalLoads(dialect: Dialect) {
  const statement = dialect.plannedAnew(
    dialect.statement(
      'load_used_approvals',
      `select user_address, recipient_nonce from claims ${dialect.byIndex('claims_recipient_nonce')}
       where drop_id = ?1 and recipient_nonce is not null
         and ${dialect.among('user_address', 2, 'text')} and ${dialect.among('recipient_nonce', 3, 'text')}`,
    ),
  )
  return (dropId: DropId, approvals: DropStateQuery['approvals'] = []): readonly Query[] => {
    if (approvals.length === 0) return []
    const wallets = [...new Set(approvals.map(({ wallet }) => wallet))]
    const nonces = [...new Set(approvals.map(({ nonce }) => nonce))]
    return [{ statement, values: [dropId, wallets, nonces] }]
  }
}

export const usedApprovalsFrom = (rows: readonly Row[]): DropState['usedApprovals'] =>
  new Set(
    rowsAs<Pick<ClaimRow, 'user_address' | 'recipient_nonce'>>(rows).map((row) =>
      approvalKey(row.user_address, { nonce: row.recipient_nonce ?? '' }),
    ),
  )
