import { hexOfBytes, utf8 } from '../../domain/encodings.ts'
import { idOf } from '../../domain/ids.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import type { Refusal, RefusalKind } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Hashes } from '../../ports/cryptography.ts'
import { quantile } from './amount-spread.ts'
import { gatherCrowd } from './crowd.ts'
import type { CourseOfDrop, DropSimulation } from './drop-simulation.ts'
import { type Plan, readSimulation, seedError } from './read-simulation.ts'
import { runCourse } from './run-course.ts'
import { RunningDrop } from './running-drop.ts'
import { countError } from './simulated-terms.ts'

/**
 * Simulates a drop: who arrives, who gets what, and who is refused and why. Rules, amounts, prices, holds and expiry are
 * the service's own code. Arrivals and behavior are generated. The same simulation gives the same result.
 * Every attempt is answered at its own time, in order, as if the service were never busy and the chain answered
 * immediately. The vault is funded from the start. A voucher is used after a while, or expires and its amount is free
 * again. A random amount is delivered after `deliveryMs`. A buyer buys one item (or what `asks` says), pays exactly after a
 * while or never, and claims immediately; a buyer who would need longer than late payments are watched does not pay. In a
 * lottery, an attempt enters the wallet; admitted wallets claim after a while, or let their window lapse. Not simulated:
 * load, errors, refunds, and changes by the owner.
 * A refusal names the wrong field: fields of the drop as in `createDrop`, others by their path, such as `repeats.share`.
 * 100,000 attempts that all get something take about a second, attempts that get nothing a fifth of that. Each wallet with
 * a claim needs about 1 kB.
 */
export function simulateDrop(simulation: DropSimulation, hashes: Hashes): Result<CourseOfDrop, Refusal> {
  const plan = readSimulation(simulation)
  return plan.ok ? ok(runPlan(plan.value, simulation.seed ?? 0, hashes)) : plan
}

/** The generated id and seed of the drop, for a seed of the simulation. */
export function drawnOrigins(seed: number, hashes: Hashes) {
  const hash = (what: string) => hashes.sha256(utf8(`${what} of simulation ${seed}`))
  return { id: idOf('drop', hexOfBytes(hash('drop')).slice(0, 32)), seed: hash('seed') }
}

function runPlan(plan: Plan, seed: number, hashes: Hashes): CourseOfDrop {
  const origins = drawnOrigins(seed, hashes)
  const hash: SeededHash = (message) => hashes.hmacSha256(origins.seed, message)
  const crowd = gatherCrowd(plan, seed)
  const drop = new RunningDrop(plan, { ...plan.drop, id: origins.id }, crowd, () => hash, hashes.sha256)
  return runCourse(plan, crowd, drop, seed)
}

/** How the results of several seeds differ. */
export interface SpreadOfCourses {
  readonly runs: number
  /** The other seeds follow this one. */
  readonly firstSeed: number
  /** The number of runs that sold out. */
  readonly soldOut: number
  /** Over the runs that sold out; null if none did. */
  readonly soldOutAfterMs: RunRange<number> | null
  readonly claims: RunRange<number>
  readonly walletsServed: RunRange<number>
  readonly given: RunRange<bigint>
  /** The largest claim of each run; null if no run gave anything. */
  readonly largestAmount: RunRange<bigint> | null
  /** Attempts refused for this reason in each run, 0 if there were none. */
  readonly refusals: readonly { readonly kind: RefusalKind; readonly tries: RunRange<number> }[]
  readonly proceeds: RunRange<bigint> | null
  /** Wallets of the waiting list that a lottery admitted; null without a lottery. */
  readonly movedUp: RunRange<number> | null
  readonly givenToBots: RunRange<bigint> | null
}

/** Percentiles: values that occurred, with at least that percentage of runs at or below them. */
export interface RunRange<T> {
  readonly p5: T
  readonly p50: T
  readonly p95: T
}

const MAX_RUNS = 10_000

/** Simulates a drop with `runs` consecutive seeds, from the simulation's own seed on. Keeps only what the result needs. */
export function simulateRuns(
  simulation: DropSimulation,
  runs: number,
  hashes: Hashes,
): Result<SpreadOfCourses, Refusal> {
  const plan = readSimulation(simulation)
  if (!plan.ok) return plan
  const firstSeed = simulation.seed ?? 0
  const error = countError('runs', runs, MAX_RUNS) ?? seedError(firstSeed + runs)
  if (error) return err(error)
  const courses = Array.from({ length: runs }, (_, run) =>
    figuresOf(runPlan(plan.value, firstSeed + run, hashes)),
  )
  const soldOutAfterMs = courses.flatMap((course) => course.soldOutAfterMs ?? [])
  return ok({
    runs,
    firstSeed,
    soldOut: soldOutAfterMs.length,
    soldOutAfterMs: rangeOf(soldOutAfterMs),
    claims: rangeOfAll(courses.map(({ claims }) => claims)),
    walletsServed: rangeOfAll(courses.map(({ served }) => served)),
    given: rangeOfAll(courses.map(({ given }) => given)),
    largestAmount: rangeOf(courses.flatMap(({ largest }) => largest ?? [])),
    refusals: refusalsOf(courses),
    proceeds: rangeOf(courses.flatMap(({ proceeds }) => proceeds ?? [])),
    movedUp: rangeOf(courses.flatMap(({ movedUp }) => movedUp ?? [])),
    givenToBots: rangeOf(courses.flatMap(({ bots }) => bots ?? [])),
  })
}

type Figures = ReturnType<typeof figuresOf>

const figuresOf = ({
  soldOutAfterMs,
  amounts,
  wallets,
  given,
  refusals,
  sales,
  lottery,
  bots,
}: CourseOfDrop) => ({
  soldOutAfterMs,
  claims: amounts?.count ?? 0,
  served: wallets.served,
  given,
  largest: amounts?.most,
  refusals: new Map(refusals.map(({ kind, tries }) => [kind, tries])),
  proceeds: sales?.proceeds,
  movedUp: lottery?.movedUp,
  bots: bots?.given,
})

function refusalsOf(courses: readonly Figures[]): SpreadOfCourses['refusals'] {
  const kinds = new Set(courses.flatMap(({ refusals }) => [...refusals.keys()]))
  return [...kinds]
    .map((kind) => ({ kind, tries: rangeOfAll(courses.map(({ refusals }) => refusals.get(kind) ?? 0)) }))
    .sort((one, other) => other.tries.p50 - one.tries.p50)
}

function rangeOf<T extends number | bigint>(values: readonly T[]): RunRange<T> | null {
  return values.length === 0 ? null : rangeOfAll(values)
}

function rangeOfAll<T extends number | bigint>(values: readonly T[]): RunRange<T> {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const at = (part: number) => quantile(sorted, part) as T
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) }
}
