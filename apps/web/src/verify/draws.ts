import { type DrawRecord, parseAddress } from '@dropkit/core'

type Draw = DrawRecord['draws'][number]

/** The draws of a wallet, given by its address in short form, in any case, or in part. All draws if it is empty. */
export function findDraws(draws: readonly Draw[], asked: string): readonly Draw[] {
  const text = asked.trim().toLowerCase()
  if (text === '') return draws
  const whole = normalised(text)
  const exact = whole === null ? [] : draws.filter(({ claimer }) => claimer === whole)
  return exact.length > 0 ? exact : draws.filter(({ claimer }) => claimer.includes(text))
}

/** An address in the form in which draws contain it. Null if it is not an address. */
export function normalised(text: string): string | null {
  const address = parseAddress(text.trim(), 'wallet')
  return address.ok ? address.value : null
}

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
