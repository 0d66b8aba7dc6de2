/** How the balance of a drop's vault compares with the amount that is still to be given out. */
export type VaultState =
  /** There is no vault yet, or the chain does not answer. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'full'; readonly balance: bigint }
  | { readonly kind: 'lacking'; readonly balance: bigint; readonly lacks: bigint }

/** Amounts are in base units. */
export function vaultStateOf(tokenBalance: string | null, remainingBalance: string): VaultState {
  if (tokenBalance === null) return { kind: 'unknown' }
  const balance = BigInt(tokenBalance)
  const lacks = BigInt(remainingBalance) - balance
  return lacks > 0n ? { kind: 'lacking', balance, lacks } : { kind: 'full', balance }
}
