import { boundsOfDraw } from '@dropkit/core/internal'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { amountInWords, count, dollars, isRandom } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'

type Terms = Pick<
  ClaimableDropFragment,
  'type' | 'tokenAmount' | 'price' | 'supply' | 'maxAmount' | 'remainingBalance' | 'claimCount'
>

/** What one claim gets. Amounts are in base units. */
export type Award =
  | { readonly kind: 'fixed'; readonly amount: bigint }
  | { readonly kind: 'random'; readonly least: bigint; readonly most: bigint }
  /** The claimer chooses the amount. */
  | { readonly kind: 'open'; readonly most: bigint }

export function awardOf(drop: Terms): Award {
  const pool = BigInt(drop.maxAmount ?? '0')
  const left = BigInt(drop.remainingBalance)
  if (isRandom(drop))
    return { kind: 'random', ...boundsOfDraw({ remaining: left, itemsLeft: itemsLeft(drop), pool }) }
  if (drop.tokenAmount !== null) return { kind: 'fixed', amount: BigInt(drop.tokenAmount) }
  if (drop.type === 'NFT') return { kind: 'fixed', amount: 1n }
  if (drop.price !== null && drop.supply !== null)
    return { kind: 'fixed', amount: pool / BigInt(drop.supply) }
  return { kind: 'open', most: left }
}

/** How many items must be paid for to claim `amount`. A drop that sells base units counts each of them as one item. */
export const itemsToPay = (drop: Terms, amount: bigint): number =>
  drop.price !== null && awardOf(drop).kind === 'open' ? Number(amount) : 1

/** How many claims a drop with a supply can give out: fewer than the supply if the pool is exhausted earlier. */
export function claimableItems(drop: Terms): number | null {
  if (drop.supply === null) return null
  const award = awardOf(drop)
  return award.kind === 'fixed'
    ? Math.min(drop.supply, Number(BigInt(drop.maxAmount ?? '0') / award.amount))
    : drop.supply
}

const itemsLeft = ({ supply, claimCount }: Terms): number | null =>
  supply === null ? null : Math.max(1, supply - (claimCount ?? 0))

type Priced = Pick<ClaimableDropFragment, 'priceUSD' | 'currency' | 'token'> & Parameters<typeof awardOf>[0]

/** `Costs 2 SUI (about $6.40)`, or `Costs 0.1 SUI for each 0.01 GOLD` if base units are sold. Null for a free drop. */
function priceOf(drop: Priced): string | null {
  if (drop.price === null) return null
  const cost = costOf(drop, 1)
  const isEach = awardOf(drop).kind === 'open'
  const words = { cost, dollars: dollars(drop.priceUSD), unit: amountInWords(drop, 1n) }
  if (drop.priceUSD <= 0) return inClaim(isEach ? 'costsEach' : 'costs', words)
  return inClaim(isEach ? 'costsAboutEach' : 'costsAbout', words)
}

/** The price of this many items: `2 SUI`. Exact, unlike a product of floating-point numbers. */
export function costOf({ price, currency }: Pick<Priced, 'price' | 'currency'>, items: number): string {
  const [digits = '', exponent] = (price ?? 0).toExponential().split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const cost = `${BigInt(whole + fraction) * BigInt(items)}e${Number(exponent) - fraction.length}`
  return `${count(cost as Intl.StringNumericLiteral)} ${currency}`
}

/** What an open payment costs, whatever the drop's price is now. */
export const costOfPayment = ({ amount, currency }: Pick<MyPaymentFragment, 'amount' | 'currency'>): string =>
  costOf({ price: amount, currency }, 1)

/** What a claim gets and costs, or what was given out. */
export interface AwardWords {
  readonly headline: string
  /** The lines below the headline. */
  readonly details: readonly string[]
  readonly isDrawn: boolean
}

type ShownDrop = Pick<ClaimableDropFragment, 'claimedAmount' | 'randomness'> & Priced

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
