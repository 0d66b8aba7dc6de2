import type { DropToCheckFragment } from '../api/generated/operations.ts'
import { inWholeTokens } from '../words/amount.ts'

/** How a drop's amounts are written. */
export interface AmountWords {
  /** The token's symbol, or pieces. */
  readonly unit: string
  bare(amount: bigint): string
  withUnit(amount: bigint): string
}

export function amountWordsOf({ type, token }: DropToCheckFragment): AmountWords {
  const unit = type === 'NFT' ? 'pieces' : (token?.symbol ?? 'units')
  const bare = (amount: bigint) => inWholeTokens(amount, token?.decimals ?? 0)
  return { unit, bare, withUnit: (amount) => `${bare(amount)} ${unit}` }
}
