import { amountInWords, isRandom, type Measured } from '../../words/drop-amount.ts'

/** What a claim gets, in a few words. */
export function whatAClaimGets(drop: Measured & { readonly tokenAmount: string | null }): string {
  if (drop.tokenAmount === null) return 'Claimers choose the amount'
  if (isRandom(drop)) return 'A random share each'
  return `${amountInWords(drop, drop.tokenAmount)} each`
}
