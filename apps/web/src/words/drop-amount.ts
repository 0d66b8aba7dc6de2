import { inWholeTokens } from './amount.ts'
import { t } from './messages.ts'

/** What decides how a drop's amounts are written. */
export interface Measured {
  readonly type: 'TOKEN' | 'NFT'
  readonly token: { readonly symbol: string; readonly decimals: number } | null
}

/** Decimal places of what the drop gives out: NFTs are counted in pieces, whatever their token says. */
export const decimalsOf = ({ type, token }: Measured): number => (type === 'NFT' ? 0 : (token?.decimals ?? 0))

/** What its amounts are counted in. */
export const unitOf = ({ type, token }: Measured): string =>
  type === 'NFT' ? pieces('nfts', token) : (token?.symbol ?? t('tokens'))

/** The number alone, where the unit stands elsewhere: `1234500` → `1,234.5` */
export const bareAmount = (drop: Measured, baseUnits: string | bigint): string =>
  inWholeTokens(baseUnits, decimalsOf(drop))

const pieces = (key: 'nft' | 'nfts', token: Measured['token']): string =>
  token === null ? t(`${key}Plain`) : t(key, { symbol: token.symbol })

/** With its unit: `1,234.5 LEAF`, `1 LEAF NFT`, `3 LEAF NFTs`. */
export const amountInWords = (drop: Measured, baseUnits: string | bigint): string =>
  `${bareAmount(drop, baseUnits)} ${drop.type === 'NFT' && BigInt(baseUnits) === 1n ? pieces('nft', drop.token) : unitOf(drop)}`

/** What a claim got; an amount that waits for the public beacon is null. */
export const claimAmountInWords = (drop: Measured, baseUnits: string | null): string =>
  baseUnits === null ? t('notDrawnYet') : amountInWords(drop, baseUnits)

/** What `AmountInput` and the rules call a unit. */
export const measureOf = (drop: Measured): { readonly symbol: string; readonly decimals: number } => ({
  symbol: unitOf(drop),
  decimals: decimalsOf(drop),
})

/** Whether each claim's amount is drawn. */
export const isRandom = ({ tokenAmount }: { readonly tokenAmount: string | null }): boolean =>
  tokenAmount === '0'
