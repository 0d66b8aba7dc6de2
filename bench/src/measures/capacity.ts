import type { RunningContestant } from '../contestants/contestant.ts'
import { newClaims, runLoad } from '../load/run-load.ts'
import { type MeasureContext, spreadOf } from './measure.ts'

const CONNECTIONS = 64
const RUNS = 3

export interface Capacity {
  /** Accepted claims per second with as many concurrent requests as there are connections. */
  readonly ratePerSecond: number
  readonly accepted: number
}

/** The maximum rate of a server: the median of a few runs after a warm-up. */
export const capacityOf = async (
  context: MeasureContext,
  contestant: RunningContestant,
): Promise<Capacity> => {
  const { url, headers } = contestant
  const run = async (seconds: number) => {
    const plan = { url, headers, connections: CONNECTIONS, seconds, bodies: newClaims(contestant) }
    const result = await runLoad(plan)
    if (result.accepted === 0 || result.accepted !== result.sent)
      throw new Error(`not all claims were accepted: ${JSON.stringify(result)}`)
    return result
  }
  const warmUp = await run(context.warmUpSeconds)
  const runs = []
  for (let count = 0; count < (context.short ? 1 : RUNS); count++) runs.push(await run(context.roundSeconds))
  return {
    ratePerSecond: spreadOf(runs.map(({ ratePerSecond }) => ratePerSecond)).median,
    accepted: [warmUp, ...runs].reduce((sum, { accepted }) => sum + accepted, 0),
  }
}
