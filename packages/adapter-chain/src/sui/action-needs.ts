import type { Address, Amount, OperatorAction } from '@dropkit/core'
import { unreachable, ZERO } from '@dropkit/core/internal'
import { vaultModuleOf } from './operator-commands.ts'

/** Whether an action requires the `OwnerCap` of the vault. */
export function needsCap(action: OperatorAction, packageId: Address): boolean {
  switch (action.kind) {
    case 'open_vault':
    case 'pay':
      return false
    case 'fund_vault':
      return vaultModuleOf(action.coinType, packageId).module === 'nft_drop'
    case 'deliver_claims':
      return action.throughPause === true
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return true
    default:
      return unreachable(action)
  }
}

/** The amount that an action takes from the address balance of its sender. Null if it takes nothing. */
export function withdrawalOf(
  action: OperatorAction,
  packageId: Address,
): { readonly coinType: string; readonly amount: Amount } | null {
  const coinType = 'coinType' in action ? action.coinType : null
  const amount = amountTaken(action)
  const isOfCoins = coinType !== null && vaultModuleOf(coinType, packageId).module === 'drop'
  return isOfCoins && amount !== ZERO ? { coinType, amount } : null
}

function amountTaken(action: OperatorAction): Amount {
  switch (action.kind) {
    case 'open_vault':
      return action.type === 'NFT' ? ZERO : action.deposit
    case 'fund_vault':
      return action.deposit
    case 'pay':
      return action.amount
    case 'deliver_claims':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return ZERO
    default:
      return unreachable(action)
  }
}
