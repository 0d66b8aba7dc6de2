// The number of runs of an attack, its seed, and the report of its results. `npm test` runs a little of each within
// seconds. ATTACK_RUNS multiplies that, and `npm run attack` sets it. ATTACK_SEED repeats the same run.

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

/** The number of runs, given the number in the short form. */
export const runsOf = (short: number): number => short * scale

/** The time limit, given the limit in the short form. */
export const limitMsOf = (shortMs: number): number => shortMs * scale

/** Parameters of fc.assert. A failure is shown with its seed and path, in its smallest form. */
export const attackParameters = <T>(shortRuns: number): PropertyParameters<T> => ({
  numRuns: runsOf(shortRuns),
  seed: attackSeed,
})

/** Counts the outcomes of all attempts, and reports them at the end. */
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

  /** Prints the counts, and passes them to `npm run attack`. `notes` are other figures. */
  tell(notes = ''): void {
    const outcomes = [...this.#counts].toSorted(([, one], [, other]) => other - one)
    const came = outcomes.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
    const line = `${this.#what}: ${this.tried} tried: ${came}${notes && `; ${notes}`} (ATTACK_SEED=${attackSeed})`
    console.info(line)
    if (ATTACK_REPORT) appendFileSync(ATTACK_REPORT, `${line}\n`)
  }
}
