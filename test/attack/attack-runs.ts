// How much an attack tries, from which seed, and what is told of it. `npm test` tries a little of each, within
// seconds; ATTACK_RUNS multiplies that, and `npm run attack` sets it. ATTACK_SEED tries the same again.

import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { Parameters as PropertyParameters } from 'fast-check'

const { ATTACK_RUNS = '1', ATTACK_SEED, ATTACK_REPORT } = process.env

const wholeNumber = (name: string, text: string): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new Error(`${name} is a whole number from 1 on; it is "${text}".`)
}

const scale = wholeNumber('ATTACK_RUNS', ATTACK_RUNS)
const attackSeed = ATTACK_SEED === undefined ? randomInt(1, 2 ** 31) : wholeNumber('ATTACK_SEED', ATTACK_SEED)

/** How often something is tried that is tried so often in the short form. */
export const runsOf = (short: number): number => short * scale

/** How long it may take, when the short form may take so long. */
export const limitMsOf = (shortMs: number): number => shortMs * scale

/** For fc.assert: a failure is shown with its seed and path, and as small as it can be made. */
export const attackParameters = <T>(shortRuns: number): PropertyParameters<T> => ({
  numRuns: runsOf(shortRuns),
  seed: attackSeed,
})

/** Counts what came of each try, and tells it when all are made. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #what: string

  constructor(what: string) {
    this.#what = what
  }

  add(outcome: string): void {
    this.#counts.set(outcome, this.count(outcome) + 1)
  }

  count(outcome: string): number {
    return this.#counts.get(outcome) ?? 0
  }

  get tried(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Prints the figures, and hands them to `npm run attack`. `notes` are figures of another kind. */
  tell(notes = ''): void {
    const outcomes = [...this.#counts].toSorted(([, one], [, other]) => other - one)
    const came = outcomes.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
    const line = `${this.#what}: ${this.tried} tried: ${came}${notes && `; ${notes}`} (ATTACK_SEED=${attackSeed})`
    console.info(line)
    if (ATTACK_REPORT) appendFileSync(ATTACK_REPORT, `${line}\n`)
  }
}
