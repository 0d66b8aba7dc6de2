import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { amountInWords } from '../words/drop-amount.ts'
import { inClaim } from '../words/messages.ts'
import { awardOf, priceOf } from './drop-award.ts'

/** What a claim gets and costs, or what was given out. */
export interface AwardWords {
  readonly headline: string
  /** The lines below the headline. */
  readonly details: readonly string[]
  readonly isDrawn: boolean
}

type ShownDrop = Pick<
  ClaimableDropFragment,
  'claimedAmount' | 'currency' | 'priceUSD' | 'randomness' | 'token'
> &
  Parameters<typeof awardOf>[0]

/** @param isOver Whether the drop accepts no more claims. */
export function awardWords(drop: ShownDrop, isOver: boolean): AwardWords {
  const award = awardOf(drop)
  if (award.kind === 'fixed')
    return {
      headline: amountInWords(drop, award.amount),
      details: [isOver ? inClaim('eachTheSame') : (priceOf(drop) ?? inClaim('free'))],
      isDrawn: false,
    }
  const isDrawn = award.kind === 'random'
  if (isOver || award.most === 0n) return { ...givenOut(drop, isDrawn), isDrawn }
  if (!isDrawn)
    return {
      headline: inClaim('asMuchAs', { symbol: drop.token?.symbol ?? '' }),
      details: [priceOf(drop) ?? inClaim('free')],
      isDrawn,
    }
  const price = priceOf(drop)
  if (drop.randomness === 'BEACON') return { ...byBeacon(drop), isDrawn }
  const most = amountInWords(drop, award.most)
  const isSettled = award.least === award.most
  return {
    headline: isSettled ? most : inClaim('upTo', { amount: most }),
    details: [
      isSettled ? inClaim('nextDraw') : inClaim('atLeast', { amount: amountInWords(drop, award.least) }),
      ...(price === null ? [] : [price]),
    ],
    isDrawn,
  }
}

/**
 * The remaining amount does not bound the next draw, because earlier claims may still wait for their draws. So the average
 * is shown.
 */
function byBeacon(drop: ShownDrop): Pick<AwardWords, 'headline' | 'details'> {
  const price = priceOf(drop)
  const average = BigInt(drop.maxAmount ?? '0') / BigInt(drop.supply ?? 1)
  return {
    headline: inClaim('randomAmount'),
    details: [
      inClaim('onAverage', { amount: amountInWords(drop, average) }),
      ...(price === null ? [] : [price]),
    ],
  }
}

function givenOut(drop: ShownDrop, isDrawn: boolean): Pick<AwardWords, 'headline' | 'details'> {
  const claims = drop.claimCount ?? 0
  if (claims === 0) return { headline: inClaim('nothingGivenOut'), details: [inClaim('noClaimsMade')] }
  const pool = drop.maxAmount ?? '0'
  // The draws of a red packet add up to the whole pool, including those that wait for the beacon.
  const isShared = isDrawn && claims === drop.supply
  return {
    headline: inClaim('givenOut', { amount: amountInWords(drop, isShared ? pool : drop.claimedAmount) }),
    details: [inClaim(isDrawn ? 'inDraws' : 'inClaims', { count: claims })],
  }
}
