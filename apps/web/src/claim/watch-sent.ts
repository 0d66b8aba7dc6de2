import type { ClaimState } from '@dropkit/client'
import { rememberSent } from '../wallet/sent-transactions.ts'

/** Stores for all tabs which transaction the wallet has sent. */
export function watchSent(state: ClaimState): void {
  if (state.kind === 'sent' && state.claim.id) rememberSent(state.claim.id, Date.now())
  if (state.kind === 'confirming_payment') rememberSent(state.payment.id, Date.now())
}
