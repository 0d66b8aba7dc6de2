// When to strike: after so many answers, at a moment that nobody chose.
import type { Chance } from './chance.ts'

export type Strikes = {
  /** To be told how many wallets have their answer. */
  readonly onAnswer: (answered: number) => void
  /** Resolves at the moment of the next strike; never later than `latestMs`. */
  readonly next: () => Promise<void>
}

/** One strike at any moment of each equal part of all `answers`. */
export const createStrikes = (
  chance: Chance,
  { answers, strikes, latestMs = 15_000 }: { answers: number; strikes: number; latestMs?: number },
): Strikes => {
  const part = answers / strikes
  let made = 0
  let due: { readonly at: number; readonly strike: () => void } | undefined
  return {
    onAnswer: (count) => {
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
        const from = Math.floor(made * part)
        due = { at: chance.between(from, Math.floor(++made * part)), strike }
      }),
  }
}
