import type { UnmatchedState } from '../../domain/payment/unmatched-payment.ts'
import type { AuditRows } from '../../ports/audit-rows.ts'
import { comparing, type Report } from './difference.ts'

/** Compares unmatched payments with the rows that use their transfers. Returns how many need the operator. */
export async function auditUnmatched(
  rows: Pick<AuditRows, 'unmatchedPayments'>,
  report: Report,
): Promise<{ readonly open: number; readonly returning: number }> {
  const compare = comparing(report, null)
  let [open, returning] = [0, 0]
  for await (const page of rows.unmatchedPayments()) {
    for (const { payment, use } of page) {
      const { id, state } = payment
      if (state.kind === 'OPEN') open++
      if (state.kind === 'RETURNING') returning++
      compare(id, 'use of its transfer', use === undefined ? 'none' : (use ?? 'no intent'), usedBy(state))
    }
  }
  return { open, returning }
}

const usedBy = (state: UnmatchedState): string => (state.kind === 'ASSIGNED' ? state.intentId : 'no intent')
