const MOST_BARS = 24

export interface Spread {
  readonly smallest: bigint
  readonly largest: bigint
  /** Rounded down. */
  readonly mean: bigint
  /**
   * Ranges of equal width, starting at `smallest`. Each one contains the amounts from `from` up to the next one's `from`,
   * exclusive.
   */
  readonly bars: readonly { readonly from: bigint; readonly count: number }[]
}

/** The distribution of amounts. Null if there are none. */
export function spreadOf(amounts: readonly bigint[]): Spread | null {
  const [first] = amounts
  if (first === undefined) return null
  let [smallest, largest, sum] = [first, first, 0n]
  for (const amount of amounts) {
    if (amount < smallest) smallest = amount
    if (amount > largest) largest = amount
    sum += amount
  }
  const range = largest - smallest + 1n
  const width = (range + BigInt(MOST_BARS) - 1n) / BigInt(MOST_BARS)
  const bars = Array.from({ length: Number((range + width - 1n) / width) }, (_, place) => ({
    from: smallest + BigInt(place) * width,
    count: 0,
  }))
  for (const amount of amounts) {
    const bar = bars[Number((amount - smallest) / width)]
    if (bar) bar.count++
  }
  return { smallest, largest, mean: sum / BigInt(amounts.length), bars }
}
