import { type Amount, type DropId, parseAddress } from '@dropkit/core'
import { drawAmount } from '@dropkit/core/internal'

/** A sample of a random drop's amounts, in base units. */
export interface DrawPreview {
  readonly draws: number
  /** Whether the sample contains all draws of the drop. */
  readonly isWhole: boolean
  readonly least: bigint
  /** The median. */
  readonly typical: bigint
  readonly most: bigint
  /** The number of draws in each of equal ranges from 0 to `most`. */
  readonly bars: readonly number[]
}

const MAX_DRAWS = 400
const BARS = 16

/**
 * Draws a pool with the server's algorithm. `hash` is HMAC-SHA256 with a random seed. Undefined if the pool cannot be split
 * that way.
 */
export function previewDraws(
  { pool, items }: { readonly pool: bigint; readonly items: number | null },
  hash: (message: string) => Uint8Array,
): DrawPreview | undefined {
  if (pool < 1n || (items !== null && pool < BigInt(items))) return undefined
  const amounts: Amount[] = []
  let remaining = pool
  const most = Math.min(items ?? MAX_DRAWS, MAX_DRAWS)
  for (let sequence = 1; sequence <= most && remaining > 0n; sequence++) {
    const itemsLeft = items === null ? null : items - sequence + 1
    const draw = { dropId: 'drop_preview' as DropId, sequence, claimer: walletOf(sequence), itemsLeft, pool }
    const amount = drawAmount({ ...draw, remaining }, hash)
    amounts.push(amount)
    remaining -= amount
  }
  amounts.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const largest = amounts.at(-1) ?? 0n
  const bars = Array.from({ length: BARS }, () => 0)
  for (const amount of amounts) {
    const bar = Number(((amount - 1n) * BigInt(BARS)) / largest)
    bars[bar] = (bars[bar] ?? 0) + 1
  }
  return {
    draws: amounts.length,
    isWhole: remaining === 0n,
    least: amounts[0] ?? 0n,
    typical: amounts[amounts.length >> 1] ?? 0n,
    most: largest,
    bars,
  }
}

const DIGITS = 4

/** Rounds an amount down to its first four digits, because the rest is not informative. */
export function roughly(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - DIGITS))
  return amount - (amount % unit)
}

function walletOf(sequence: number) {
  const wallet = parseAddress(`0x${sequence.toString(16)}`, 'wallet')
  if (!wallet.ok) throw new Error('a number in hex is an address')
  return wallet.value
}
