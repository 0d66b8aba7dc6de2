import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { counted } from '../words/amount.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { awardOf } from './drop-award.ts'
import { priceOf } from './drop-words.ts'

/** What a claim gets and costs, or what was given out. */
export interface AwardWords {
  readonly headline: string
  /** What stands below it, line by line. */
  readonly details: readonly string[]
  readonly isDrawn: boolean
}

type ShownDrop = Pick<ClaimableDropFragment, 'claimedAmount' | 'currency' | 'priceUSD' | 'token'> &
  Parameters<typeof awardOf>[0]

/** @param isOver Nobody can claim from it any more. */
export function awardWords(drop: ShownDrop, isOver: boolean): AwardWords {
  const award = awardOf(drop)
  if (award.kind === 'fixed')
    return {
      headline: amountInWords(drop, award.amount),
      details: [isOver ? 'Each claim got the same' : (priceOf(drop) ?? 'Free to claim')],
      isDrawn: false,
    }
  const isDrawn = award.kind === 'random'
  if (isOver || award.most === 0n) return { ...givenOut(drop, isDrawn), isDrawn }
  if (!isDrawn)
    return {
      headline: `As much ${drop.token?.symbol ?? ''} as you name`,
      details: [priceOf(drop) ?? 'Free to claim'],
      isDrawn,
    }
  const price = priceOf(drop)
  const isSettled = award.least === award.most
  return {
    headline: `${isSettled ? '' : 'Up to '}${amountInWords(drop, award.most)}`,
    details: [
      isSettled ? 'What the next draw gets' : `At least ${amountInWords(drop, award.least)}, drawn fairly`,
      ...(price === null ? [] : [price]),
    ],
    isDrawn,
  }
}

function givenOut(drop: ShownDrop, isDrawn: boolean): Pick<AwardWords, 'headline' | 'details'> {
  const claims = drop.claimCount ?? 0
  if (claims === 0) return { headline: 'Nothing was given out', details: ['Nobody has claimed.'] }
  return {
    headline: `${amountInWords(drop, drop.claimedAmount ?? '0')} given out`,
    details: [`In ${counted(claims, isDrawn ? 'fair draw' : 'claim')}`],
  }
}
