// The interface of every crash test, the choice of the moment of a kill, and the growth of memory.
import type { Chance } from './claim-load.ts'

/** `short` takes seconds. */
type Size = 'short' | 'full'

export type RunOptions = {
  readonly size: Size
  /** Determines when and what is killed. It is part of the result, so that the run can be repeated. */
  readonly seed: number
  /** The duration of a run that is limited by time. Other runs end soon after it, with what they have done by then. */
  readonly minutes?: number | undefined
  readonly isTimeUp: () => boolean
  /** Reports one line of progress. */
  readonly say: (line: string) => void
}

export type Outcome = {
  /** What was done and observed, with a description as its name. */
  readonly counts: Readonly<Record<string, number | string>>
  /** All violations. The test has passed if there are none. */
  readonly violations: readonly string[]
}

export type CrashTest = {
  readonly name: string
  readonly title: string
  /** What must hold, for the table. */
  readonly mustHold: string
  readonly run: (options: RunOptions) => Promise<Outcome>
}

export type CrashTestResult = Outcome & {
  readonly name: string
  readonly title: string
  readonly mustHold: string
  readonly size: Size
  readonly seed: number
  /** ISO 8601, UTC. */
  readonly endedAt: string
  readonly seconds: number
  readonly machine: string
}

// Chooses when to kill: after a certain number of answers, at a random moment.

type Strikes = {
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

/** The memory in use at one moment of a run. */
export type MemorySample = { readonly minutes: number; readonly megabytes: number }

/** The growth of memory in MB per minute, by least squares. */
export const growthOf = (samples: readonly MemorySample[]): number => {
  const mean = (pick: (sample: MemorySample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [atMean, usedMean] = [mean(({ minutes }) => minutes), mean(({ megabytes }) => megabytes)]
  let [both, alone] = [0, 0]
  for (const { minutes, megabytes } of samples) {
    both += (minutes - atMean) * (megabytes - usedMean)
    alone += (minutes - atMean) ** 2
  }
  return both / alone
}
