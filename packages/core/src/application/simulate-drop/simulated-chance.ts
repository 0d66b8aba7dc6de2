/** A number from 0 up to, but not including, 1 for subject n of a question. */
export type Answers = (index: number) => number

/**
 * Randomness without state: an answer depends only on the seed, the question and the subject. So a wallet behaves the same
 * however many others arrive, and a change of one input changes only what depends on it.
 */
export function createChance(seed: number): (question: string) => Answers {
  const low = mixed((seed >>> 0) + GOLDEN)
  const high = mixed(Math.floor(seed / WORD) ^ low)
  return (question) => {
    let asked = high
    for (let place = 0; place < question.length; place++) asked = mixed(asked ^ question.charCodeAt(place))
    return (index) => mixed(mixed(asked + Math.imul(index, GOLDEN)) ^ asked) / WORD
  }
}

/** An exponentially distributed time with the mean `meanMs`, in whole milliseconds. */
export const exponentialMs = (meanMs: number, answer: number): number =>
  Math.round(-Math.log(1 - answer) * meanMs)

const WORD = 0x1_0000_0000

/** 2^32 divided by the golden ratio. Multiples of it are spread evenly. */
const GOLDEN = 0x9e37_79b9

/** Mixes the bits of a word (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let bits = word | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
