import type { RunningContestant } from '../contestants/contestant.ts'
import { type LoadBodies, type LoadResult, runLoad } from '../load/run-load.ts'
import { cpuSecondsOf } from '../processes/resource-usage.ts'
import { type MeasureContext, type Series, spreadOf } from './measure.ts'

export interface AlternateOptions {
  readonly contestants: readonly RunningContestant[]
  readonly connections: number
  readonly bodiesFor: (contestant: RunningContestant) => LoadBodies
}

/** The longest time to wait for unanswered requests. A slow contestant on a busy machine must not lose any. */
const DRAIN_MS = 60_000

export interface Turns {
  readonly contestant: RunningContestant
  /** Accepted answers per second. */
  readonly series: Series
  /** Microseconds of CPU time per accepted response and round. Empty if the machine does not report it. */
  readonly cpuMicros: readonly number[]
  /** In all rounds and the warm-up. */
  readonly accepted: number
}

/**
 * Loads the contestants in turns, A B A B …, so that noise on the machine affects all of them. Fails if a request
 * was refused or lost, because a rate of wrong answers means nothing.
 */
export const alternate = async (
  context: Pick<MeasureContext, 'rounds' | 'roundSeconds' | 'warmUpSeconds' | 'say'>,
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
    context.say(
      `${contestant.name}, ${connections} connections: ${Math.round(result.ratePerSecond)} per second`,
    )
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
  return turns.map(({ contestant, loads, warmUp }) => ({
    contestant,
    series: seriesOf(contestant.name, loads),
    cpuMicros: loads.flatMap(({ result, cpu }) => (cpu === undefined ? [] : (cpu / result.accepted) * 1e6)),
    accepted: loads.reduce((sum, { result }) => sum + result.accepted, warmUp),
  }))
}

interface Loaded {
  readonly result: LoadResult
  /** The contestant's CPU seconds during the load. Undefined if the machine does not report them. */
  readonly cpu: number | undefined
}

const seriesOf = (contestant: string, loads: readonly Loaded[]): Series => {
  const rounds = loads.map(({ result }) => result.ratePerSecond)
  const over = (part: (result: LoadResult) => number) =>
    spreadOf(loads.map(({ result }) => part(result))).median
  const cpu = loads.reduce((sum, one) => sum + (one.cpu ?? Number.NaN), 0)
  const accepted = loads.reduce((sum, { result }) => sum + result.accepted, 0)
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
  throw new Error(`${contestant.name} did not accept all requests: ${what}`)
}
