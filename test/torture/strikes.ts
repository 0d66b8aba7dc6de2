// When to strike: after so many answers, at a moment that nobody chose.
import type { Chance } from './chance.ts'

export type Strikes = {
  /** To be told how many wallets have their answer. */
  readonly onAnswer: (answered: number) => void
  /** Resolves at the moment of the next strike; never later than `latestMs`. */
  readonly next: () => Promise<void>
}

/** Between one strike and the next there are as many answers, on average, as make `answers` in all. */
export const createStrikes = (
  chance: Chance,
  { answers, strikes, latestMs = 15_000 }: { answers: number; strikes: number; latestMs?: number },
): Strikes => {
  const average = Math.max(1, Math.floor(answers / strikes))
  let answered = 0
  let due: { readonly at: number; readonly strike: () => void } | undefined
  return {
    onAnswer: (count) => {
      answered = count
      if (!due || count < due.at) return
      due.strike()
      due = undefined
    },
    next: () =>
      new Promise((resolve) => {
        const delayMs = chance.between(0, 12)
        const timer = setTimeout(resolve, latestMs)
        const strike = () => {
          clearTimeout(timer)
          setTimeout(resolve, delayMs)
        }
        due = { at: answered + chance.between(1, 2 * average - 1), strike }
      }),
  }
}
