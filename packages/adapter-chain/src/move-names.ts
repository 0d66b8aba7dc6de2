const MOVE_KEYWORDS = `abort acquires as break const continue copy else entry enum false for friend fun has if invariant
  let loop match macro module move mut native phantom public return script spec struct true type use while address bool
  u8 u16 u32 u64 u128 u256 vector signer`

// A compiled module holds every name once, so the coin's own cannot be one that the template uses for something else.
const TEMPLATE_NAMES = `coin coin_registry dummy_field emit event finalize_and_delete_metadata_cap for_drops for_owner
  init make_supply_fixed_init mint new_currency_with_otw operator owner public_transfer sender string token_id transfer
  tx_context untagged utf8`

const TAKEN: ReadonlySet<string> = new Set(`${MOVE_KEYWORDS} ${TEMPLATE_NAMES}`.split(/\s+/))

/**
 * The module and the type that a coin with this symbol is published as. A symbol may hold signs, begin with a digit
 * or be a word of the language; a Move identifier may not. As Sui wants of a coin, the type is the module in capitals.
 */
export function moveNamesOf(symbol: string): { readonly module: string; readonly type: string } {
  const plain = symbol.toLowerCase().replace(/[^a-z0-9_]/g, '_')
  const module = /^[a-z]/.test(plain) && !TAKEN.has(plain) ? plain : `coin_${plain}`
  return { module, type: module.toUpperCase() }
}
