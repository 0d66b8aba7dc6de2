import type { DropType } from '../../api/generated/operations.ts'
import { inWholeTokens } from '../../words/amount.ts'

interface Gift {
  readonly type: DropType
  readonly token: { readonly symbol: string; readonly decimals: number } | null
}

/** An amount of what a drop gives, with its unit: `1.5 PEPPER`, `3 pieces`. */
export function amountOf({ type, token }: Gift, baseUnits: string): string {
  if (token !== null && type === 'TOKEN') return `${inWholeTokens(baseUnits, token.decimals)} ${token.symbol}`
  return `${inWholeTokens(baseUnits, 0)} ${baseUnits === '1' ? 'piece' : 'pieces'}`
}

/** What a claim gets, in a few words. */
export function whatAClaimGets(drop: Gift & { readonly tokenAmount: string | null }): string {
  if (drop.tokenAmount === null) return 'Claimers name the amount'
  if (drop.tokenAmount === '0') return 'A random share each'
  return `${amountOf(drop, drop.tokenAmount)} each`
}
