import type { OperatorAction } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

const BASE = 2_000_000n
/** What each voucher of a delivery adds: its event, its coin, its nonce. */
const VOUCHER = 1_000_000n
/** What a vault and the rights over it take to be stored. */
const VAULT_STORAGE = 13_000_000n

/**
 * What an action would cost on Sui, roughly, storage included, in MIST. Nothing is paid on this chain; it is what budgets
 * count.
 */
export function nominalGasOf(action: OperatorAction): bigint {
  switch (action.kind) {
    case 'open_vault':
      return BASE + VAULT_STORAGE
    case 'deliver_claims':
      return BASE + VOUCHER * BigInt(action.vouchers.length)
    case 'fund_vault':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
    case 'pay':
      return BASE
    default:
      return unreachable(action)
  }
}
