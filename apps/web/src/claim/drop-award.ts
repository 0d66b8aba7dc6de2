import type { ClaimableDropFragment } from '../api/generated/operations.ts'

type Terms = Pick<
  ClaimableDropFragment,
  'type' | 'tokenAmount' | 'price' | 'supply' | 'maxAmount' | 'remainingBalance' | 'claimCount'
>

/** What one claim gets. Amounts are base units. */
export type Award =
  | { readonly kind: 'fixed'; readonly amount: bigint }
  | { readonly kind: 'random'; readonly least: bigint; readonly most: bigint }
  /** The claimer names it. */
  | { readonly kind: 'open'; readonly most: bigint }

export function awardOf(drop: Terms): Award {
  const pool = BigInt(drop.maxAmount ?? '0')
  const left = BigInt(drop.remainingBalance)
  if (drop.tokenAmount === '0') return { kind: 'random', ...boundsOfDraw(drop, pool, left) }
  if (drop.tokenAmount !== null) return { kind: 'fixed', amount: BigInt(drop.tokenAmount) }
  if (drop.type === 'NFT') return { kind: 'fixed', amount: 1n }
  if (drop.price !== null && drop.supply !== null)
    return { kind: 'fixed', amount: pool / BigInt(drop.supply) }
  return { kind: 'open', most: left }
}

/**
 * What the next draw gives: something, and less than twice what each would get if all got the same. The last one of a
 * drop with a supply gives all that is left.
 */
function boundsOfDraw({ supply, claimCount }: Terms, pool: bigint, left: bigint) {
  if (supply === null) return { least: 1n, most: atMost(left, 2n * dividedUp(pool, 100n) - 1n) }
  const itemsLeft = BigInt(Math.max(1, supply - (claimCount ?? 0)))
  if (itemsLeft === 1n) return { least: left, most: left }
  return { least: 1n, most: dividedUp(2n * left, itemsLeft) - 1n }
}

/** How many items have to be paid for to claim `amount`: a drop that sells base units counts each as one. */
export const itemsToPay = (drop: Terms, amount: bigint): number =>
  drop.price !== null && awardOf(drop).kind === 'open' ? Number(amount) : 1

const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
const atMost = (value: bigint, limit: bigint): bigint => (value < limit ? value : limit)
