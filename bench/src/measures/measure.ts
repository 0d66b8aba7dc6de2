import type { Folder } from '../processes/belongings.ts'

/** One row of the table. */
export interface Measure {
  /** As `--only` names it. */
  readonly name: string
  readonly title: string
  /** What the figure counts: '× the limit', 'ms', 'MB', 'a second'. */
  readonly unit: string
  /** What the figure should reach; null where it is shown without a goal. */
  readonly goal: number | null
  readonly stretch: number | null
  readonly higherIsBetter: boolean
  run(context: MeasureContext): Promise<MeasureResult>
}

export interface MeasureContext {
  /** Whether all rows together must take less than ten minutes. */
  readonly short: boolean
  /** How often the contestants take turns, and how long each is loaded each time. */
  readonly rounds: number
  readonly roundSeconds: number
  readonly warmUpSeconds: number
  /** A new, empty folder; gone when the measure has run. */
  makeFolder(): Folder
  /** A new, empty Postgres database; gone when the measure has run. */
  createDatabase(): Promise<string>
  /** For whoever watches: what is going on now. */
  say(line: string): void
}

export interface MeasureResult {
  /** What is compared with the goal: the median over the rounds, with the smallest and the largest. */
  readonly figure: Spread
  readonly series: readonly Series[]
  /** What a reader of the row must know. */
  readonly notes: readonly string[]
}

/** What one contestant did, round by round. */
export interface Series {
  readonly contestant: string
  readonly unit: string
  readonly rounds: readonly number[]
  readonly spread: Spread
  /** More about it, by name: CPU time a request, latencies, bytes. */
  readonly details: Readonly<Record<string, number>>
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The middle of these values, between the two in the middle where their number is even. */
export const spreadOf = (values: readonly number[]): Spread => {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = [...values].sort((one, other) => one - other)
  const at = (place: number) => sorted[place] as number
  const half = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}
