/** A number from 0 up to, and not including, 1 for the n-th of those whom a question is about. */
export type Answers = (index: number) => number

/**
 * Chance without a state: an answer follows from the seed, the question and whom it is about alone. So one wallet does
 * what it does however many others come, and a simulation that differs in one thing differs in that thing only.
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

/** How long something takes that happens at any moment with the same chance, `meanMs` on average; whole milliseconds. */
export const exponentialMs = (meanMs: number, answer: number): number =>
  Math.round(-Math.log(1 - answer) * meanMs)

const WORD = 0x1_0000_0000

/** 2^32 divided by the golden ratio: what counts up in steps of it is spread evenly. */
const GOLDEN = 0x9e37_79b9

/** Spreads a word's bits over all of it (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let bits = word | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
