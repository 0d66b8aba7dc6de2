// Chooses when to kill: after a certain number of answers, at a random moment.
import type { Chance } from './claim-load.ts'

export type Strikes = {
  /** Call this with the number of wallets that have their answer. */
  readonly onAnswer: (answered: number) => void
  /** Resolves at the moment of the next kill, after at most `latestMs`. */
  readonly next: () => Promise<void>
}

/** Divides all `answers` into equal parts, with one kill at a random moment of each part. */
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
