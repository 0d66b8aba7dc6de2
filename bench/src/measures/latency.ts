import { dropkit } from '../contestants/dropkit.ts'
import { type LoadResult, newClaims, runLoad } from '../load/run-load.ts'
import { capacityOf } from './capacity.ts'
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
const CONNECTIONS = 512

const measure = async (context: MeasureContext, database: 'sqlite' | 'postgres'): Promise<MeasureResult> => {
  const server = await dropkit.start({ ...(await newStore(context, database)), drops: 1 })
  try {
    const capacity = await capacityOf(context, server)
    const ratePerSecond = Math.round(PART * capacity.ratePerSecond)
    const runs: LoadResult[] = []
    for (let round = 0; round < context.rounds; round++) {
      const { url, headers } = server
      const plan = { url, headers, connections: CONNECTIONS, seconds: context.roundSeconds, ratePerSecond }
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
  run: (context) => measure(context, 'sqlite'),
}

export const latencyOnPostgres: Measure = {
  name: 'latency-postgres',
  title: 'p99 of a claim at 70 % of the highest rate, on Postgres',
  ...GOALS,
  run: (context) => measure(context, 'postgres'),
}
