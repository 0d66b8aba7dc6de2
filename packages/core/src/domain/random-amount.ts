import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import type { BeaconRound } from './beacon.ts'
import type { DropId } from './ids.ts'
import { invariant } from './invariant.ts'

/** HMAC-SHA256 with the drop's seed of a UTF-8 message; 32 bytes. */
export type SeededHash = (message: string) => Uint8Array

/** HMAC-SHA256 of a UTF-8 message with a key; 32 bytes. */
type KeyedHash = (key: Uint8Array, message: string) => Uint8Array

/**
 * The hash for the draws of one round. It cannot be computed without the seed, and the operator cannot compute it before
 * the round's randomness is published.
 */
export function hashOfRound(
  seed: Uint8Array,
  hmacSha256: KeyedHash,
  { dropId, round, randomness }: { readonly dropId: string } & Pick<BeaconRound, 'round' | 'randomness'>,
): SeededHash {
  const key = hmacSha256(seed, `dropkit::beacon::v1:${dropId}:${round}:${randomness}`)
  return (message) => hmacSha256(key, message)
}

/** The inputs of a random amount, besides the seed. */
export interface Draw {
  readonly dropId: DropId
  /** The claim's number in its drop, from 1. */
  readonly sequence: number
  readonly claimer: Address
  /** What is left of the pool before this draw. */
  readonly remaining: bigint
  /** Items left, including this one; null if the drop has no supply. */
  readonly itemsLeft: number | null
  readonly pool: bigint
}

/** The smallest and the largest amount of a draw, in base units. */
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
 * Computes the random amount of one claim from the seed, the sequence and the wallet alone, so that anyone with the seed
 * can verify it.
 * With a supply, the drop is a red packet: each draw is uniform on 1 … h, where h is about twice the fair share of what is
 * left. Every position has the same mean, every later item can still get 1, and the last item takes the rest. Without a
 * supply, each draw is at most about a fiftieth of the pool, until the pool is empty.
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
  // h is 2R/L − 1. If L does not divide 2R, h is rounded up with the probability that makes the mean exactly R/L.
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
