import type { Contestant, RunningContestant, StartOptions } from '../contestants/contestant.ts'
import { newClaims, runLoad } from '../load/run-load.ts'
import { alternate, type Turns } from './alternate.ts'
import { checkClaims } from './check-claims.ts'
import { type MeasureContext, type MeasureResult, spreadOf } from './measure.ts'
import { newStore } from './new-store.ts'
import { startAll, stopAll } from './start-all.ts'

interface Entry {
  readonly contestant: Contestant
  readonly database: StartOptions['database']
}

export interface CompareOptions {
  /** The figure is the first one's rate divided by the second one's; the others stand beside them. */
  readonly entries: readonly [Entry, Entry, ...Entry[]]
  readonly work: 'claims' | 'reads'
  readonly drops: number
  readonly connections: number
  /** Whether the first two must send answers of the same size. */
  readonly sameSize?: boolean
  readonly notes?: readonly string[]
}

/** So many claims stand on a drop that is read; 10 of them are asked for. */
const CLAIMS_BEFORE_READS = 40
/** By how much two answers of the same size may differ: counters and ids grow. */
const SIZE_TOLERANCE = 0.05

/** Starts them all, each with a database of its own, loads them in turns, and looks at what stands in their stores. */
export const compareRates = async (
  context: MeasureContext,
  options: CompareOptions,
): Promise<MeasureResult> => {
  const { entries, work, drops, connections, sameSize = false, notes = [] } = options
  context.say(`starting ${entries.map(({ contestant }) => contestant.name).join(', ')}`)
  const running = await startAll(
    entries.map(async ({ contestant, database }) =>
      contestant.start({ ...(await newStore(context, database)), drops }),
    ),
  )
  try {
    const before = work === 'reads' ? CLAIMS_BEFORE_READS : 0
    if (before > 0) for (const one of running) await claimSome(one, before)
    const turns = await alternate(context, {
      contestants: running,
      connections,
      bodiesFor: (one) =>
        work === 'claims'
          ? newClaims(one)
          : { kind: 'fixed', bodies: one.drops.map((dropId) => one.readBody(dropId)) },
    })
    if (sameSize) assertSameSize(turns)
    for (const { contestant, accepted } of turns)
      await checkClaims(contestant, work === 'claims' ? accepted : before * drops)

    const [first, second] = turns as readonly [Turns, Turns, ...Turns[]]
    const ratios = first.series.rounds.map((rate, round) => rate / (second.series.rounds[round] ?? 0))
    return {
      figure: spreadOf(ratios),
      series: turns.map(({ series }) => series),
      notes: [`${connections} connections, one request in flight on each`, ...notes],
    }
  } finally {
    await stopAll(running)
  }
}

const claimSome = async (contestant: RunningContestant, perDrop: number): Promise<void> => {
  const { url, headers, drops } = contestant
  const requests = perDrop * drops.length
  await runLoad({ url, headers, connections: 8, requests, bodies: newClaims(contestant) })
}

const assertSameSize = ([first, second]: readonly Turns[]): void => {
  const [one, other] = [first, second].map((turns) => turns?.series.details['bytes each'] ?? 0)
  if (one === undefined || other === undefined) return
  if (Math.abs(one / other - 1) > SIZE_TOLERANCE)
    throw new Error(`answers of ${one} and of ${other} bytes are not the same work`)
}
