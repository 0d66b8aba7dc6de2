import type { RunningContestant, StartOptions } from '../contestants/contestant.ts'
import type { Folder } from '../processes/child-process.ts'

/** One row of the table. */
export interface Measure {
  /** The name for `--only`. */
  readonly name: string
  readonly title: string
  /** The unit of the figure: '× the limit', 'ms', 'MB', 'a second'. */
  readonly unit: string
  /** The goal of the figure. Null if the figure is only shown. */
  readonly goal: number | null
  readonly stretch: number | null
  readonly higherIsBetter: boolean
  run(context: MeasureContext): Promise<MeasureResult>
}

export interface MeasureContext {
  /** Whether all rows together must take less than ten minutes. */
  readonly short: boolean
  /** The number of rounds in which contestants take turns, and the seconds of load per round. */
  readonly rounds: number
  readonly roundSeconds: number
  readonly warmUpSeconds: number
  /** A new, empty folder. It is removed after the measure. */
  makeFolder(): Folder
  /** A new, empty Postgres database. It is removed after the measure. */
  createDatabase(): Promise<string>
  /** Reports progress. */
  say(line: string): void
}

export interface MeasureResult {
  /** The value that is compared with the goal: the median over the rounds, with minimum and maximum. */
  readonly figure: Spread
  readonly series: readonly Series[]
  /** Notes that a reader of the row needs. */
  readonly notes: readonly string[]
}

/** The results of one contestant, round by round. */
export interface Series {
  readonly contestant: string
  readonly unit: string
  readonly rounds: readonly number[]
  readonly spread: Spread
  /** More results by name, such as CPU time per request, latencies and bytes. */
  readonly details: Readonly<Record<string, number>>
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The median of the values, with minimum and maximum. An even number of values gives the mean of the middle two. */
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

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** A new, empty store for a contestant. It is removed after the measure. */
export const newStore = async (
  context: MeasureContext,
  database: StartOptions['database'],
): Promise<Omit<StartOptions, 'drops'>> => ({
  database,
  dataDir: context.makeFolder().path,
  ...(database === 'postgres' ? { postgresUrl: await context.createDatabase() } : {}),
})

/**
 * Awaits contestants that are starting concurrently, and returns them in order. If one fails to start, all others are
 * stopped.
 */
export const startAll = async (
  starting: readonly Promise<RunningContestant>[],
): Promise<readonly RunningContestant[]> => {
  const settled = await Promise.allSettled(starting)
  const running = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return running
  await stopAll(running)
  throw failed.reason
}

export const stopAll = async (running: readonly RunningContestant[]): Promise<void> => {
  await Promise.all(running.map(({ stop }) => stop()))
}

/**
 * Throws unless the contestant's store has exactly the claims that it accepted, each for another wallet. Does nothing if it
 * stores nothing. The `unanswered` claims may be stored or not, because no claimer was told.
 */
export const checkClaims = async (
  contestant: RunningContestant,
  accepted: number,
  unanswered = 0,
): Promise<void> => {
  const count = await contestant.countClaims()
  if (count === undefined) return
  const { claims, wallets } = count
  if (claims !== wallets)
    throw new Error(`${contestant.name}: ${claims} claims stand for ${wallets} wallets on a drop`)
  if (claims < accepted || claims > accepted + unanswered)
    throw new Error(`${contestant.name}: ${accepted} claims were accepted, and ${claims} stand`)
}
