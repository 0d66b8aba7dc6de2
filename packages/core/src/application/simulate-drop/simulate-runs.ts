import type { Refusal, RefusalKind } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Hashes } from '../../ports/cryptography.ts'
import { quantile } from './amount-spread.ts'
import type { CourseOfDrop } from './course-of-drop.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { readSimulation, seedFault } from './read-simulation.ts'
import { runPlan } from './simulate-drop.ts'
import { countFault } from './simulated-terms.ts'

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
  const fault = countFault('runs', runs, MAX_RUNS) ?? seedFault(firstSeed + runs)
  if (fault) return err(fault)
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
