/** The randomness of a simulation. The same seed gives the same numbers in the same order. */
export interface Chance {
  /** A whole number from 0 to `bound` − 1. */
  below(bound: number): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True with this probability, 0 to 1. */
  happens(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** One of the keys, with a probability proportional to its weight. */
  weighted<K extends string>(weights: { readonly [Key in K]?: number }): K
  bytes(length: number): Uint8Array
  /** Separate randomness for a part of the world, so that a change of one part does not affect the others. */
  fork(name: string): Chance
}

const WORD = 0x1_0000_0000

export function createChance(seed: number): Chance {
  // Seeds above 32 bits differ in their upper half.
  return chanceFrom(mixed(seed >>> 0), mixed(Math.floor(seed / WORD) ^ 0x9e37_79b9))
}

/** The sfc32 generator of PractRand: 128 bits of state, no multiplication. */
function chanceFrom(first: number, second: number): Chance {
  let [a, b, c, count] = [first | 0, second | 0, mixed(first ^ second) | 0, 1]

  function next(): number {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) next()

  const chance: Chance = {
    below: (bound) => Math.floor((next() / WORD) * bound),
    between: (least, most) => least + chance.below(most - least + 1),
    happens: (probability) => next() < probability * WORD,
    pick<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('there is nothing to pick from')
      return choices[chance.below(choices.length)] as T
    },
    weighted<K extends string>(weights: { readonly [Key in K]?: number }): K {
      const entries = Object.entries(weights) as [K, number][]
      let place = (next() / WORD) * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const chosen = entries.find(([, weight]) => {
        place -= weight
        return place < 0
      })
      return (chosen ?? entries.at(-1))?.[0] as K
    },
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    fork(name) {
      let text = 0
      for (let at = 0; at < name.length; at++) text = mixed(text ^ name.charCodeAt(at))
      return chanceFrom(mixed(first ^ text), mixed(second ^ text ^ 0x51ed_270b))
    },
  }
  return chance
}

/** Mixes the bits of a word (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let bits = word | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
