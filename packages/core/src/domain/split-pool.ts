import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import { invariant } from './invariant.ts'

/** What somebody takes from a pool, or gives back to it. */
export interface Portion {
  readonly amount: Amount
  readonly items: number
}

/** A part of a pool that can be locked by itself. All parts together are the pool, whatever moves between them. */
export interface PoolPart {
  readonly pool: Amount
  /** Null where items are not counted out. */
  readonly supply: number | null
  readonly reservedAmount: Amount
  readonly reservedCount: number
}

/** What came of taking a claim's part from a split pool. */
export type Taking =
  /** `lenders` are the parts that gave of theirs first; none when the home had enough, which then is all one locks. */
  | { readonly kind: 'taken'; readonly parts: readonly PoolPart[]; readonly lenders: readonly number[] }
  /** Not even all parts together have it. */
  | { readonly kind: 'sold_out' }

/**
 * Splits a pool that nobody has taken from, without remainder. Where every item is worth the same, each part gets the
 * amount of its items, so that no part is left with less than one item's worth; what no item can have is the first's.
 */
export function splitPool(
  pool: Amount,
  supply: number | null,
  award: Amount | null,
  count: number,
): readonly PoolPart[] {
  invariant(Number.isInteger(count) && count >= 1, 'a pool has one part at least')
  const worth = award === null || award === 0n ? null : award
  const whole = worth === null ? pool : fewer(supply, pool / worth)
  const each = worth ?? 1n
  const part = (place: number): PoolPart => {
    const rest = place > 0 ? 0n : pool - whole * each
    return {
      pool: amountOf(shareOf(whole, count, place) * each + rest),
      supply: supply === null ? null : Number(shareOf(BigInt(supply), count, place)),
      reservedAmount: amountOf(0n),
      reservedCount: 0,
    }
  }
  return Array.from({ length: count }, (_, place) => part(place))
}

const fewer = (supply: number | null, others: bigint): bigint =>
  supply === null || BigInt(supply) > others ? others : BigInt(supply)

/** The first parts get one more each where it cannot be even. */
const shareOf = (whole: bigint, count: number, place: number): bigint =>
  whole / BigInt(count) + (BigInt(place) < whole % BigInt(count) ? 1n : 0n)

/**
 * The part in which a wallet stands: always the same one, so that its limit is judged in one place. By FNV-1a, 32 bits
 * (Fowler, Noll and Vo); whoever chooses a wallet for its part gains nothing, for all parts give until the last is empty.
 */
export function homePart(wallet: Address, count: number): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < wallet.length; place++) {
    hash = Math.imul(hash ^ wallet.charCodeAt(place), 0x01000193)
  }
  return (hash >>> 0) % count
}

/**
 * Takes a portion in a part. Where that has too little, the fullest other parts first lend it what it lacks, or half of
 * what they have when that is more, so that the next ones find it there. Whoever does this on locked rows locks the
 * lenders with the home, in the order of their places.
 */
export function takeFromParts(parts: readonly PoolPart[], home: number, wanted: Portion): Taking {
  const after = [...parts]
  const lenders: number[] = []
  for (const place of byFreeAmount(parts).filter((one) => one !== home)) {
    const lacking = lackingIn(partAt(after, home), wanted)
    if (lacking.amount === 0n && lacking.items === 0) break
    const lent = loanFrom(partAt(after, place), lacking)
    if (lent.amount === 0n && lent.items === 0) continue
    after[place] = grown(partAt(after, place), lent, -1)
    after[home] = grown(partAt(after, home), lent, 1)
    lenders.push(place)
  }
  const lacking = lackingIn(partAt(after, home), wanted)
  if (lacking.amount > 0n || lacking.items > 0) return { kind: 'sold_out' }
  after[home] = withReserved(partAt(after, home), wanted, 1)
  return { kind: 'taken', parts: after, lenders: lenders.sort((one, other) => one - other) }
}

/** Gives a portion back to the part in which it was taken. */
export function giveBack(parts: readonly PoolPart[], home: number, portion: Portion): readonly PoolPart[] {
  return parts.map((part, place) => (place === home ? withReserved(part, portion, -1) : part))
}

/** Whether some part has less than a quarter of what a part has on average: then the next claims there would lock others. */
export function isRebalancingDue(parts: readonly PoolPart[]): boolean {
  const free = parts.map(freeAmount)
  const total = free.reduce((sum, amount) => sum + amount, 0n)
  return free.some((amount) => 4n * BigInt(parts.length) * amount < total)
}

const freeAmount = ({ pool, reservedAmount }: PoolPart): bigint => pool - reservedAmount

const freeItems = ({ supply, reservedCount }: PoolPart): number =>
  supply === null ? Number.POSITIVE_INFINITY : supply - reservedCount

function byFreeAmount(parts: readonly PoolPart[]): readonly number[] {
  const places = parts.map((part, place) => ({ place, free: freeAmount(part) }))
  return places
    .sort((one, other) =>
      one.free === other.free ? one.place - other.place : one.free > other.free ? -1 : 1,
    )
    .map(({ place }) => place)
}

const lackingIn = (part: PoolPart, { amount, items }: Portion): Portion => {
  const missing = amount - freeAmount(part)
  return { amount: amountOf(missing > 0n ? missing : 0n), items: Math.max(0, items - freeItems(part)) }
}

function loanFrom(part: PoolPart, lacking: Portion): Portion {
  const free = freeAmount(part)
  const most = free / 2n > lacking.amount ? free / 2n : lacking.amount
  const items = part.supply === null ? 0 : freeItems(part)
  return {
    amount: amountOf(most < free ? most : free),
    items: Math.min(items, Math.max(Math.floor(items / 2), lacking.items)),
  }
}

const grown = (part: PoolPart, { amount, items }: Portion, sign: 1 | -1): PoolPart => ({
  ...part,
  pool: amountOf(part.pool + BigInt(sign) * amount),
  supply: part.supply === null ? null : part.supply + sign * items,
})

function withReserved(part: PoolPart, { amount, items }: Portion, sign: 1 | -1): PoolPart {
  const reserved = part.reservedAmount + BigInt(sign) * amount
  const count = part.reservedCount + sign * items
  invariant(reserved >= 0n && reserved <= part.pool, 'a part holds what was taken in it')
  invariant(count >= 0 && (part.supply === null || count <= part.supply), 'a part has the items taken in it')
  return { ...part, reservedAmount: amountOf(reserved), reservedCount: count }
}

function partAt(parts: readonly PoolPart[], place: number): PoolPart {
  const part = parts[place]
  invariant(part !== undefined, 'a part for each place')
  return part
}
