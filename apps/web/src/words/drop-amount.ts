import { inWholeTokens } from './amount.ts'
import { t } from './messages.ts'

/** What the format of a drop's amounts depends on. */
export interface Measured {
  readonly type: 'TOKEN' | 'NFT'
  readonly token: { readonly symbol: string; readonly decimals: number } | null
}

/** The decimal places of a drop's amounts. NFTs are counted in pieces, whatever their token's decimals are. */
export const decimalsOf = ({ type, token }: Measured): number => (type === 'NFT' ? 0 : (token?.decimals ?? 0))

/** The unit of a drop's amounts. */
export const unitOf = ({ type, token }: Measured): string =>
  type === 'NFT' ? pieces('nfts', token) : (token?.symbol ?? t('tokens'))

/** The number without its unit: `1234500` → `1,234.5` */
export const bareAmount = (drop: Measured, baseUnits: string | bigint): string =>
  inWholeTokens(baseUnits, decimalsOf(drop))

const pieces = (key: 'nft' | 'nfts', token: Measured['token']): string =>
  token === null ? t(`${key}Plain`) : t(key, { symbol: token.symbol })

/** The number with its unit: `1,234.5 LEAF`, `1 LEAF NFT`, `3 LEAF NFTs`. */
export const amountInWords = (drop: Measured, baseUnits: string | bigint): string =>
  `${bareAmount(drop, baseUnits)} ${drop.type === 'NFT' && BigInt(baseUnits) === 1n ? pieces('nft', drop.token) : unitOf(drop)}`

/** The amount of a claim. Null means that it waits for the public beacon. */
export const claimAmountInWords = (drop: Measured, baseUnits: string | null): string =>
  baseUnits === null ? t('notDrawnYet') : amountInWords(drop, baseUnits)

/** The unit for `AmountInput` and the rules. */
export const measureOf = (drop: Measured): { readonly symbol: string; readonly decimals: number } => ({
  symbol: unitOf(drop),
  decimals: decimalsOf(drop),
})

/** Whether the amount of each claim is drawn. */
export const isRandom = ({ tokenAmount }: { readonly tokenAmount: string | null }): boolean =>
  tokenAmount === '0'
