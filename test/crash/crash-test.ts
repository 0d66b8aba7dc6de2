// The interface of every crash test, and its result.

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
  readonly commit: string
}
