import { amountInWords, isRandom, type Measured } from '../../words/amount.ts'
import { inDashboard } from '../../words/messages.ts'

/** A short text that says what a claim gets. */
export function whatAClaimGets(drop: Measured & { readonly tokenAmount: string | null }): string {
  if (drop.tokenAmount === null) return inDashboard('claimersChooseAmount')
  if (isRandom(drop)) return inDashboard('randomShareEach')
  return inDashboard('amountEach', { amount: amountInWords(drop, drop.tokenAmount) })
}
