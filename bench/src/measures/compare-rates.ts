import type { Contestant, RunningContestant, StartOptions } from '../contestants/contestant.ts'
import { dropkit } from '../contestants/dropkit.ts'
import { limit, postgraphile } from '../contestants/peers.ts'
import { newClaims, runLoad } from '../load/run-load.ts'
import { shown } from '../results/report.ts'
import { alternate, type Turns } from './alternate.ts'
import {
  checkClaims,
  type MeasureContext,
  type MeasureResult,
  newStore,
  type Series,
  type Spread,
  spreadOf,
  startAll,
  stopAll,
  sumOf,
} from './measure.ts'

interface Entry {
  readonly contestant: Contestant
  readonly database: StartOptions['database']
}

interface CompareOptions {
  /** The figure is the rate of the first entry divided by that of the second. The other entries are only shown. */
  readonly entries: readonly [Entry, Entry, ...Entry[]]
  readonly work: 'claims' | 'reads'
  readonly drops: number
  /** Whether the first two must send responses of the same size. */
  readonly sameSize?: boolean
  readonly notes?: readonly string[]
}

interface Comparison {
  readonly result: MeasureResult
  /** The first entry's CPU time per response. */
  readonly cpu: MeasureResult
}

/** The number of connections for the figure. */
const CONNECTIONS = 64
/**
 * Also measured, with fewer rounds, and shown beside the figure, because a server may only be fast at one number of
 * connections.
 */
const OTHER_CONNECTIONS = [16, 256]
const MOST_OTHER_ROUNDS = 3
const OTHER_WARM_UP_SECONDS = 1

/** A read requests 10 claims of its drop. */
const CLAIMS_BEFORE_READS = 10
/** The tolerated relative difference between response sizes, because counters and ids grow. */
const SIZE_TOLERANCE = 0.05

/** Starts all entries, each with its own database, loads them in turns, and checks their stores. */
const compareRates = async (context: MeasureContext, options: CompareOptions): Promise<Comparison> => {
  const { entries, work, drops, sameSize = false } = options
  context.say(`starting ${entries.map(({ contestant }) => contestant.name).join(', ')}`)
  const running = await startAll(
    entries.map(async ({ contestant, database }) =>
      contestant.start({ ...(await newStore(context, database)), drops }),
    ),
  )
  try {
    const before = work === 'reads' ? CLAIMS_BEFORE_READS : 0
    if (before > 0) for (const one of running) await claimSome(one, before)
    const load = (pace: MeasureContext, connections: number) =>
      alternate(pace, {
        contestants: running,
        connections,
        bodiesFor: (one) =>
          work === 'claims'
            ? newClaims(one)
            : { kind: 'fixed', bodies: one.drops.map((dropId) => one.readBody(dropId)) },
      })

    const turns = await load(context, CONNECTIONS)
    if (sameSize) assertSameSize(turns)
    const rounds = Math.min(MOST_OTHER_ROUNDS, context.rounds)
    const others: { readonly connections: number; readonly turns: readonly Turns[] }[] = []
    for (const connections of OTHER_CONNECTIONS) {
      const pace = {
        ...context,
        rounds,
        warmUpSeconds: Math.min(OTHER_WARM_UP_SECONDS, context.warmUpSeconds),
      }
      others.push({ connections, turns: await load(pace, connections) })
    }
    for (const [place, contestant] of running.entries()) {
      const accepted = [turns, ...others.map((other) => other.turns)].map((all) => all[place]?.accepted ?? 0)
      await checkClaims(contestant, work === 'claims' ? sumOf(accepted) : before * drops)
    }
    return comparisonOf(options, turns, others)
  } finally {
    await stopAll(running)
  }
}

const comparisonOf = (
  { notes = [] }: CompareOptions,
  turns: readonly Turns[],
  others: readonly { readonly connections: number; readonly turns: readonly Turns[] }[],
): Comparison => {
  const series = [
    ...turns.map((one) => one.series),
    ...others.flatMap((other) => other.turns.map((one) => named(one.series, other.connections))),
  ]
  const besides = others.map(
    (other) => `${other.connections} connections: ${described(ratioOf(other.turns))}`,
  )
  const [first] = turns
  const all = [`${CONNECTIONS} connections, one request in flight on each`, ...notes]
  return {
    result: { figure: ratioOf(turns), series, notes: [...besides, ...all] },
    cpu: {
      figure: spreadOf(first?.cpuMicros ?? []),
      series: turns.map((one): Series => {
        const spread = spreadOf(one.cpuMicros)
        return { contestant: one.contestant.name, unit: 'µs', rounds: one.cpuMicros, spread, details: {} }
      }),
      notes: [
        'User and system time of all threads of the server process, without the database server',
        ...all,
      ],
    },
  }
}

const ratioOf = ([first, second]: readonly Turns[]): Spread =>
  spreadOf(
    (first?.series.rounds ?? []).map((rate, round) => rate / (second?.series.rounds[round] ?? Number.NaN)),
  )

const named = (series: Series, connections: number): Series => ({
  ...series,
  contestant: `${series.contestant}, ${connections} connections`,
})

const described = ({ median, min, max }: Spread): string =>
  `${shown(median)} × (${shown(min)} – ${shown(max)})`

const claimSome = async (contestant: RunningContestant, perDrop: number): Promise<void> => {
  const { url, headers, drops } = contestant
  const requests = perDrop * drops.length
  await runLoad({ url, headers, connections: 32, requests, bodies: newClaims(contestant) })
}

const assertSameSize = ([first, second]: readonly Turns[]): void => {
  const [one, other] = [first, second].map((turns) => turns?.series.details['bytes each'] ?? 0)
  if (one === undefined || other === undefined) return
  if (Math.abs(one / other - 1) > SIZE_TOLERANCE)
    throw new Error(`answers of ${one} and of ${other} bytes are not the same work`)
}

export type Opponents = 'sqlite against the limit' | 'postgres against PostGraphile'

const made = new Map<string, Promise<Comparison>>()

/** Two rows (a rate and its CPU time) come from one load, so each load runs once. */
export const comparison = (
  context: MeasureContext,
  opponents: Opponents,
  work: CompareOptions['work'],
  drops: number,
): Promise<Comparison> => {
  const key = `${opponents} ${work} ${drops}`
  const known = made.get(key)
  if (known) return known
  const options = opponents === 'sqlite against the limit' ? againstLimit : againstPostgraphile(work)
  const running = compareRates(context, { ...options, work, drops })
  made.set(key, running)
  return running
}

const againstLimit: Pick<CompareOptions, 'entries' | 'sameSize'> = {
  entries: [
    { contestant: dropkit, database: 'sqlite' },
    { contestant: limit, database: 'none' },
  ],
  sameSize: true,
}

const againstPostgraphile = (work: CompareOptions['work']): Pick<CompareOptions, 'entries' | 'notes'> => ({
  entries: [
    { contestant: dropkit, database: 'postgres' },
    { contestant: postgraphile, database: 'postgres' },
  ],
  notes: [
    work === 'claims'
      ? 'PostGraphile checks no key and signs no voucher: it does less than Dropkit'
      : 'PostGraphile checks no key',
  ],
})
