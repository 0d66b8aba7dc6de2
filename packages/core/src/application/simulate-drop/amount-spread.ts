/**
 * The distribution of amounts. A quantile is an amount that occurs: the smallest with at least that part of all amounts at
 * or below it.
 */
export interface AmountSpread {
  readonly count: number
  readonly sum: bigint
  readonly least: bigint
  readonly median: bigint
  /** A floating-point number; the sum is exact. */
  readonly mean: number
  readonly p90: bigint
  readonly most: bigint
  /** Ranges of equal width with both bounds included, from the smallest to the largest amount: at most 20. */
  readonly histogram: readonly {
    readonly from: bigint
    readonly to: bigint
    readonly count: number
  }[]
}

const MAX_RANGES = 20

/** The distribution of some amounts, each at most 2^64 − 1; null if there are none. */
export function spreadOf(amounts: readonly bigint[]): AmountSpread | null {
  const sorted = BigUint64Array.from(amounts).sort()
  const [least, most] = [sorted.at(0), sorted.at(-1)]
  if (least === undefined || most === undefined) return null
  let sum = 0n
  for (const amount of sorted) sum += amount
  const at = (part: number): bigint => quantile(sorted, part) ?? least
  return {
    count: sorted.length,
    sum,
    least,
    median: at(0.5),
    mean: Number(sum) / sorted.length,
    p90: at(0.9),
    most,
    histogram: histogramOf(sorted, least, most),
  }
}

/** The smallest value with at least this part of the sorted values at or below it; undefined if there are none. */
export const quantile = <T>(sorted: { readonly length: number; readonly [place: number]: T }, part: number) =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]

function histogramOf(sorted: BigUint64Array, least: bigint, most: bigint): AmountSpread['histogram'] {
  const ranges = Math.min(MAX_RANGES, Math.ceil(Math.sqrt(sorted.length)))
  const width = (most - least) / BigInt(ranges) + 1n
  const counts = new Array<number>(Number((most - least) / width) + 1).fill(0)
  for (const amount of sorted) {
    const range = Number((amount - least) / width)
    counts[range] = (counts[range] ?? 0) + 1
  }
  return counts.map((count, range) => {
    const from = least + BigInt(range) * width
    return { from, to: from + width - 1n < most ? from + width - 1n : most, count }
  })
}
