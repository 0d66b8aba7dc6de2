import type { DropOnScreenFragment } from '../../api/generated/operations.ts'
import { inWholeTokens } from '../../words/amount.ts'

/** A drop as its owner's screen knows it. */
export type ShownDrop = DropOnScreenFragment

type WithUnit = Pick<ShownDrop, 'type' | 'token'>

/** Decimal places of what the drop gives out: NFTs are counted in pieces. */
export const decimalsOf = ({ type, token }: WithUnit): number => (type === 'NFT' ? 0 : (token?.decimals ?? 0))

/** What its amounts are counted in. */
export const unitOf = ({ type, token }: WithUnit): string =>
  type === 'NFT' ? 'pieces' : (token?.symbol ?? 'units')

/** `1234500` → `1,234.5 LEAF` */
export function amountInWords(drop: WithUnit, baseUnits: string | bigint): string {
  const unit = drop.type === 'NFT' && BigInt(baseUnits) === 1n ? 'piece' : unitOf(drop)
  return `${inWholeTokens(baseUnits, decimalsOf(drop))} ${unit}`
}

export const isRandom = ({ tokenAmount }: Pick<ShownDrop, 'tokenAmount'>): boolean => tokenAmount === '0'

/** Where people claim it. */
export const claimPath = ({ shortcode, id }: Pick<ShownDrop, 'shortcode' | 'id'>): string =>
  `/d/${encodeURIComponent(shortcode ?? id)}`
