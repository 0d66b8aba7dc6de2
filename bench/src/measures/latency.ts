import { DEFAULT_SETTINGS } from '@dropkit/core'
import type { RunningContestant } from '../contestants/contestant.ts'
import { dropkit } from '../contestants/dropkit.ts'
import { type LoadResult, newClaims, runLoad } from '../load/run-load.ts'
import {
  checkClaims,
  type Measure,
  type MeasureContext,
  type MeasureResult,
  newStore,
  spreadOf,
} from './measure.ts'

const PART = 0.7
/** More than are ever in use at once, so that no request waits for a connection. */
const LATENCY_CONNECTIONS = 512

const measureLatency = async (
  context: MeasureContext,
  database: 'sqlite' | 'postgres',
): Promise<MeasureResult> => {
  const server = await dropkit.start({ ...(await newStore(context, database)), drops: 1 })
  try {
    const capacity = await capacityOf(context, server)
    const ratePerSecond = Math.round(PART * capacity.ratePerSecond)
    const runs: LoadResult[] = []
    for (let round = 0; round < context.rounds; round++) {
      const { url, headers } = server
      const plan = {
        url,
        headers,
        connections: LATENCY_CONNECTIONS,
        seconds: context.roundSeconds,
        ratePerSecond,
      }
      const result = await runLoad({ ...plan, bodies: newClaims(server) })
      if (result.accepted !== result.sent || result.failed > 0)
        throw new Error(`not all claims were accepted: ${JSON.stringify(result)}`)
      context.say(`p99 at ${ratePerSecond} a second: ${result.latencyMs.p99.toFixed(1)} ms`)
      runs.push(result)
    }
    await checkClaims(
      server,
      runs.reduce((sum, { accepted }) => sum + accepted, capacity.accepted),
    )
    const over = (part: (latency: (typeof runs)[number]['latencyMs']) => number) =>
      runs.map(({ latencyMs }) => part(latencyMs))
    const p99 = spreadOf(over((latency) => latency.p99))
    return {
      figure: p99,
      series: [
        {
          contestant: server.name,
          unit: 'ms',
          rounds: over((latency) => latency.p99),
          spread: p99,
          details: {
            'highest rate': capacity.ratePerSecond,
            'rate of this load': ratePerSecond,
            'p50 ms': spreadOf(over((latency) => latency.p50)).median,
            'p90 ms': spreadOf(over((latency) => latency.p90)).median,
            'p99.9 ms': spreadOf(over((latency) => latency.p999)).median,
          },
        },
      ],
      notes: ['Claims fall due at an even rate, and the latency of each counts from when it was due.'],
    }
  } finally {
    await server.stop()
  }
}

const GOALS = { unit: 'ms', goal: 20, stretch: 10, higherIsBetter: false }

/** Measures the latency of a claim on a server under moderate load. */
export const latencyOnSqlite: Measure = {
  name: 'latency-sqlite',
  title: 'p99 of a claim at 70 % of the highest rate, on SQLite',
  ...GOALS,
  run: (context) => measureLatency(context, 'sqlite'),
}

export const latencyOnPostgres: Measure = {
  name: 'latency-postgres',
  title: 'p99 of a claim at 70 % of the highest rate, on Postgres',
  ...GOALS,
  run: (context) => measureLatency(context, 'postgres'),
}

const TIMES = 3
/**
 * Each connection has one request in flight, as in browsers. These are more than are needed while the server copes. If it
 * does not cope, a request waits for a connection, and its latency still counts from when it was due.
 */
const OVERLOAD_CONNECTIONS = 4_000
const REFUSED = 'OVERLOADED'
const MOST_CROWD_SECONDS = 30

const measureOverload = async (context: MeasureContext): Promise<MeasureResult> => {
  const server = await dropkit.start({ ...(await newStore(context, 'sqlite')), drops: 1 })
  try {
    const capacity = await capacityOf(context, server)
    const ratePerSecond = Math.round(TIMES * capacity.ratePerSecond)
    // After this time, the server no longer treats the load as a burst.
    const crowdSeconds = Math.min(
      MOST_CROWD_SECONDS,
      2 + Math.ceil((2 * DEFAULT_SETTINGS.maxWaitingClaims) / capacity.ratePerSecond),
    )
    // Round 0 does not count, because the server absorbs a burst and only sheds sustained load.
    const all: LoadResult[] = []
    for (let round = 0; round <= context.rounds; round++) {
      const { url, headers } = server
      const plan = { url, headers, connections: OVERLOAD_CONNECTIONS, ratePerSecond }
      const result = await runLoad({
        ...plan,
        seconds: round === 0 ? crowdSeconds : context.roundSeconds,
        bodies: newClaims(server),
      })
      const others = Object.keys(result.refused).filter((code) => code !== REFUSED)
      if (result.accepted === 0 || others.length > 0)
        throw new Error(`overload may only be answered by ${REFUSED}: ${JSON.stringify(result)}`)
      context.say(
        `of ${result.sent} claims ${result.accepted} were accepted, ${result.refused[REFUSED] ?? 0} refused and ` +
          `${result.failed} not answered; p99 ${result.latencyMs.p99.toFixed(0)} ms`,
      )
      all.push(result)
    }
    const runs = all.slice(1)
    const sum = (part: (run: (typeof runs)[number]) => number) =>
      runs.reduce((total, run) => total + part(run), 0)
    // A claim without a response may be stored. Every other claim is stored exactly if its claimer was told so.
    const inAll = (part: (run: (typeof all)[number]) => number) =>
      all.reduce((total, run) => total + part(run), 0)
    await checkClaims(
      server,
      capacity.accepted + inAll(({ accepted }) => accepted),
      inAll(({ failed }) => failed),
    )
    const p99 = runs.map(({ latencyMs }) => latencyMs.p99)
    const seconds = sum((run) => run.seconds)
    return {
      figure: spreadOf(p99),
      series: [
        {
          contestant: server.name,
          unit: 'ms',
          rounds: p99,
          spread: spreadOf(p99),
          details: {
            'highest rate': capacity.ratePerSecond,
            'rate of this load': sum(({ sent }) => sent) / seconds,
            'accepted a second': sum(({ accepted }) => accepted) / seconds,
            'accepted, % of the highest rate':
              (100 * sum(({ accepted }) => accepted)) / seconds / capacity.ratePerSecond,
            'refused a second': sum(({ refused }) => refused[REFUSED] ?? 0) / seconds,
            'without an answer': sum(({ failed }) => failed),
            'p50 ms': spreadOf(runs.map(({ latencyMs }) => latencyMs.p50)).median,
            'load busy %': spreadOf(runs.map(({ clientBusyShare }) => clientBusyShare)).median * 100,
          },
        },
      ],
      notes: [
        'Claims fall due at three times the highest rate, and the latency of each accepted one counts from when it was due.',
        'The first seconds are left out, in which the server still takes it for a crowd that came at once.',
        'In the store stand as many claims as were accepted, each wallet once, beside those whose answer was cut off.',
      ],
    }
  } finally {
    await server.stop()
  }
}

/** Measures the latency of accepted claims at three times the server's capacity. */
export const overloadOnSqlite: Measure = {
  name: 'overload-sqlite',
  title: 'Overload at 3 × capacity on SQLite: p99 of accepted claims, nothing lost',
  unit: 'ms',
  goal: 500,
  stretch: 200,
  higherIsBetter: false,
  run: measureOverload,
}

const CAPACITY_CONNECTIONS = 64
const RUNS = 3

interface Capacity {
  /** Accepted claims per second with as many concurrent requests as there are connections. */
  readonly ratePerSecond: number
  readonly accepted: number
}

/** The maximum rate of a server: the median of a few runs after a warm-up. */
const capacityOf = async (context: MeasureContext, contestant: RunningContestant): Promise<Capacity> => {
  const { url, headers } = contestant
  const run = async (seconds: number) => {
    const plan = { url, headers, connections: CAPACITY_CONNECTIONS, seconds, bodies: newClaims(contestant) }
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
