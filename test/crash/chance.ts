/** Pseudo-random numbers from a seed. */
export type Chance = {
  /** From `least` to `most`, both inclusive. */
  readonly between: (least: number, most: number) => number
  readonly oneOf: <T>(list: readonly T[]) => T
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state, which is enough to choose the moments of kills. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    between,
    oneOf: (list) => {
      if (list.length === 0) throw new Error('nothing to choose from')
      return list[between(0, list.length - 1)] as (typeof list)[number]
    },
  }
}
