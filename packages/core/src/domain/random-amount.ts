import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { BeaconRound } from './beacon.ts'
import type { DropId } from './ids.ts'
import { invariant } from './invariant.ts'

/** HMAC-SHA256 under the drop's seed of a message in UTF-8; 32 bytes. */
export type SeededHash = (message: string) => Uint8Array

/** HMAC-SHA256 with a key over a message in UTF-8; 32 bytes. */
type KeyedHash = (key: Uint8Array, message: string) => Uint8Array

/**
 * The hash that the draws of one round follow from. Without the seed nobody can compute it, and without the round's
 * randomness not even the operator can.
 */
export function hashOfRound(
  seed: Uint8Array,
  hmacSha256: KeyedHash,
  { dropId, round, randomness }: { readonly dropId: string } & Pick<BeaconRound, 'round' | 'randomness'>,
): SeededHash {
  const key = hmacSha256(seed, `dropkit::beacon::v1:${dropId}:${round}:${randomness}`)
  return (message) => hmacSha256(key, message)
}

/** All that a random amount follows from, beside the seed. */
export interface Draw {
  readonly dropId: DropId
  /** Counts from 1 in the order of the drop's claims. */
  readonly sequence: number
  readonly claimer: Address
  /** What is left of the pool before this draw. */
  readonly remaining: bigint
  /** Items left including this one; null when the drop has no supply. */
  readonly itemsLeft: number | null
  readonly pool: bigint
}

/** The least and the most that a draw can give, in base units. */
export function boundsOfDraw({
  remaining,
  itemsLeft,
  pool,
}: Pick<Draw, 'remaining' | 'itemsLeft' | 'pool'>): { readonly least: bigint; readonly most: bigint } {
  if (itemsLeft === 1) return { least: remaining, most: remaining }
  if (itemsLeft !== null) return { least: 1n, most: dividedUp(2n * remaining, BigInt(itemsLeft)) - 1n }
  const ceiling = 2n * dividedUp(pool, 100n) - 1n
  return { least: 1n, most: ceiling < remaining ? ceiling : remaining }
}

/**
 * How much the `sequence`-th claim of a random drop gets. It follows from the seed, the sequence and the wallet
 * alone, so that every draw can be checked with the seed.
 *
 * With a supply the drop is a red packet: each draw is uniform on 1 … h with h about twice the fair share of what
 * is left, so every position has the same mean, every later item can still get 1, and the last one takes the rest.
 * Without a supply each draw is at most about a fiftieth of the pool, until the pool is empty.
 */
export function drawAmount(draw: Draw, hash: SeededHash): Amount {
  invariant(draw.remaining >= 1n, () => `a draw from an empty pool (${draw.dropId}, ${draw.sequence})`)
  const itemsLeft = draw.itemsLeft === null ? null : BigInt(draw.itemsLeft)
  invariant(
    itemsLeft === null || (itemsLeft >= 1n && draw.remaining >= itemsLeft),
    () => `${draw.remaining} cannot be split over ${itemsLeft}`,
  )
  const text = `${draw.dropId}:${draw.sequence}:${draw.claimer}`
  const { most } = boundsOfDraw(draw)
  if (itemsLeft === null) return amountOf(1n + (bigEndian(hash(text)) % most))
  if (itemsLeft === 1n) return amountOf(most)
  // h is 2R/L − 1: where L does not divide 2R, rounded up with just the probability that makes the mean R/L exactly.
  const part = (2n * draw.remaining) % itemsLeft
  const isRoundedDown = part > 0n && bigEndian(hash(`${text}:round`)) % itemsLeft >= part
  const h = isRoundedDown ? most - 1n : most
  return amountOf(1n + (bigEndian(hash(text)) % h))
}

const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 0; offset < bytes.byteLength; offset += 8)
    value = (value << 64n) | view.getBigUint64(offset)
  return value
}
