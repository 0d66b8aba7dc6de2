import type { Address, OperatorAction } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'

const MOVE_KEYWORDS = `abort acquires as break const continue copy else entry enum false for friend fun has if invariant
  let loop match macro module move mut native phantom public return script spec struct true type use while address bool
  u8 u16 u32 u64 u128 u256 vector signer`

// A compiled module contains each name once, so a coin cannot have a name that the template uses for something else.
const TEMPLATE_NAMES = `coin coin_registry dummy_field emit event finalize_and_delete_metadata_cap for_drops for_owner
  init make_supply_fixed_init mint new_currency_with_otw operator owner public_transfer sender string token_id transfer
  tx_context untagged utf8`

const TAKEN: ReadonlySet<string> = new Set(`${MOVE_KEYWORDS} ${TEMPLATE_NAMES}`.split(/\s+/))

/**
 * The module and the type under which a coin with this symbol is published. A symbol may contain special characters, start
 * with a digit or be a Move keyword; a Move identifier may not. Sui requires that the type is the module name in capitals.
 */
export function moveNamesOf(symbol: string): { readonly module: string; readonly type: string } {
  const plain = symbol.toLowerCase().replace(/[^a-z0-9_]/g, '_')
  const module = /^[a-z]/.test(plain) && !TAKEN.has(plain) ? plain : `coin_${plain}`
  return { module, type: module.toUpperCase() }
}

/** The name of a normalized type, without its parameters: `SUI` for `0x2::sui::SUI`. */
export const typeName = (type: string): string => /^[^:]+::\w+::(\w+)/.exec(type)?.[1] ?? type

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
