import { type Amount, type DropId, parseAddress } from '@dropkit/core'
import { drawAmount } from '@dropkit/core/internal'

/** How the amounts of a random drop fall, in base units. */
export interface DrawPreview {
  readonly draws: number
  /** Whether these are all the draws of the drop. */
  readonly isWhole: boolean
  readonly least: bigint
  /** Half get less, half get more. */
  readonly typical: bigint
  readonly most: bigint
  /** How many draws fell into each of equal parts of 0 … most. */
  readonly bars: readonly number[]
}

const MOST_DRAWS = 400
const BARS = 16

/**
 * Draws a pool as the service would, by its own rule. `hash` is HMAC-SHA256 under a seed that need only be random.
 * Undefined for a pool that cannot be split so.
 */
export function previewDraws(
  { pool, items }: { readonly pool: bigint; readonly items: number | null },
  hash: (message: string) => Uint8Array,
): DrawPreview | undefined {
  if (pool < 1n || (items !== null && pool < BigInt(items))) return undefined
  const amounts: Amount[] = []
  let remaining = pool
  const most = Math.min(items ?? MOST_DRAWS, MOST_DRAWS)
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

/** An amount with its first four digits alone: what comes after them tells nobody anything. */
export function roughly(amount: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - DIGITS))
  return amount - (amount % unit)
}

function walletOf(sequence: number) {
  const wallet = parseAddress(`0x${sequence.toString(16)}`, 'wallet')
  if (!wallet.ok) throw new Error('a number in hex is an address')
  return wallet.value
}
