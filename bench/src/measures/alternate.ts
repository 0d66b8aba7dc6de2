import type { RunningContestant } from '../contestants/contestant.ts'
import type { LoadBodies, LoadResult } from '../load/load-plan.ts'
import { runLoad } from '../load/run-load.ts'
import { cpuSecondsOf } from '../processes/cpu-time.ts'
import { type MeasureContext, type Series, spreadOf } from './measure.ts'

export interface AlternateOptions {
  readonly contestants: readonly RunningContestant[]
  readonly connections: number
  readonly bodiesFor: (contestant: RunningContestant) => LoadBodies
}

/** However slow one of them is on a busy machine: nothing that it was sent may be lost. */
const DRAIN_MS = 60_000

export interface Turns {
  readonly contestant: RunningContestant
  /** Accepted answers a second. */
  readonly series: Series
  /** In all rounds and before them. */
  readonly accepted: number
}

/**
 * Loads the contestants in turns, A B C A B C …, so that what else the machine does meets all of them alike. Fails when
 * a single request was refused or lost: a rate of answers that are not what was asked for says nothing.
 */
export const alternate = async (
  context: MeasureContext,
  options: AlternateOptions,
): Promise<readonly Turns[]> => {
  const { contestants, connections, bodiesFor } = options
  const load = async (contestant: RunningContestant, seconds: number): Promise<Loaded> => {
    const cpuBefore = cpuSecondsOf(contestant.pid)
    const { url, headers } = contestant
    const bodies = bodiesFor(contestant)
    const result = await runLoad({ url, headers, connections, seconds, bodies, drainMs: DRAIN_MS })
    const cpuAfter = cpuSecondsOf(contestant.pid)
    assertAllAccepted(contestant, result)
    const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore
    context.say(`${contestant.name}: ${Math.round(result.ratePerSecond)} a second`)
    return { result, cpu }
  }

  const turns: { contestant: RunningContestant; loads: Loaded[]; warmUp: number }[] = []
  for (const contestant of contestants) {
    const { result } = await load(contestant, context.warmUpSeconds)
    turns.push({ contestant, loads: [], warmUp: result.accepted })
  }
  for (let round = 0; round < context.rounds; round++) {
    for (const { contestant, loads } of turns) loads.push(await load(contestant, context.roundSeconds))
  }
  return turns.map(({ contestant, loads, warmUp }) => {
    const counted = loads.reduce((sum, { result }) => sum + result.accepted, 0)
    return { contestant, series: seriesOf(contestant.name, loads, counted), accepted: warmUp + counted }
  })
}

interface Loaded {
  readonly result: LoadResult
  /** CPU seconds of the contestant meanwhile; undefined where the machine does not say. */
  readonly cpu: number | undefined
}

const seriesOf = (contestant: string, loads: readonly Loaded[], accepted: number): Series => {
  const rounds = loads.map(({ result }) => result.ratePerSecond)
  const over = (part: (result: LoadResult) => number) =>
    spreadOf(loads.map(({ result }) => part(result))).median
  const cpu = loads.reduce((sum, one) => sum + (one.cpu ?? Number.NaN), 0)
  return {
    contestant,
    unit: 'a second',
    rounds,
    spread: spreadOf(rounds),
    details: {
      ...(Number.isNaN(cpu) ? {} : { 'CPU µs each': (cpu / accepted) * 1e6 }),
      'p50 ms': over(({ latencyMs }) => latencyMs.p50),
      'p99 ms': over(({ latencyMs }) => latencyMs.p99),
      'bytes each': over(({ bytesPerAnswer }) => bytesPerAnswer),
      'load busy %': over(({ clientBusyShare }) => clientBusyShare) * 100,
    },
  }
}

const assertAllAccepted = (contestant: RunningContestant, result: LoadResult): void => {
  const { answered, accepted, refused, failed, failures } = result
  if (accepted > 0 && accepted === answered && failed === 0) return
  const what = JSON.stringify({ answered, accepted, refused, failed, failures })
  throw new Error(`${contestant.name} did not accept all that it was sent: ${what}`)
}
