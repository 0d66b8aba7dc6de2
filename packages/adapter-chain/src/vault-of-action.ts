import type { Address, OperatorAction } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

/** The vault that an action is done to. Null if there is none yet. */
export function vaultOf(action: OperatorAction): Address | null {
  switch (action.kind) {
    case 'open_vault':
    case 'pay':
      return null
    case 'deliver_claims':
      return action.vouchers[0]?.dropObjectId ?? null
    case 'fund_vault':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return action.dropObjectId
    default:
      return unreachable(action)
  }
}
