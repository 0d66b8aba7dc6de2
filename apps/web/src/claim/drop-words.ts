import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { count } from '../words/amount.ts'
import { dollars } from '../words/dollars.ts'
import { inClaim } from '../words/messages.ts'
import { awardOf } from './drop-award.ts'

type Priced = Pick<ClaimableDropFragment, 'priceUSD' | 'currency'> & Parameters<typeof awardOf>[0]

/** `Costs 2 SUI (about $6.40)`. Null for a free drop. */
export function priceOf(drop: Priced): string | null {
  if (drop.price === null) return null
  const cost = costOf(drop, 1)
  const isEach = awardOf(drop).kind === 'open'
  if (drop.priceUSD <= 0) return inClaim(isEach ? 'costsEach' : 'costs', { cost })
  return inClaim(isEach ? 'costsAboutEach' : 'costsAbout', { cost, dollars: dollars(drop.priceUSD) })
}

/** The price of this many items: `2 SUI`. */
export const costOf = ({ price, currency }: Pick<Priced, 'price' | 'currency'>, items: number): string =>
  `${count((price ?? 0) * items)} ${currency}`
