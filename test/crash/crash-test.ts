// What every crash run is, and what it leaves behind.

/** How much is done. `short` is over in seconds. */
type Size = 'short' | 'full'

export type RunOptions = {
  readonly size: Size
  /** Decides when and what is struck; said with the result, so that a run can be made again like it. */
  readonly seed: number
  /** How long a run that goes by time takes; others end soon after, with what they have done by then. */
  readonly minutes?: number | undefined
  readonly isTimeUp: () => boolean
  /** One line of progress. */
  readonly say: (line: string) => void
}

export type Outcome = {
  /** What was done and seen, by its name in words. */
  readonly counts: Readonly<Record<string, number | string>>
  /** Everything that must not be; a run without any held. */
  readonly faults: readonly string[]
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
