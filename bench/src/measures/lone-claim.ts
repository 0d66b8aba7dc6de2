import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimBody, type RunningContestant, readBody, UNREAD_HEADERS } from '../contestants/contestant.ts'
import { limit } from '../contestants/peers.ts'
import { newClaims } from '../load/run-load.ts'
import { startChild } from '../processes/child-process.ts'
import type { ClaimedAlone } from '../work/claim-alone.ts'
import type { DecidedRound } from '../work/decide-claims.ts'
import { alternate } from './alternate.ts'
import {
  type Measure,
  type MeasureContext,
  type MeasureResult,
  type Series,
  spreadOf,
  startAll,
  stopAll,
} from './measure.ts'

const measure = async (context: MeasureContext, database: 'sqlite' | 'postgres'): Promise<MeasureResult> => {
  const databaseUrl =
    database === 'postgres'
      ? await context.createDatabase()
      : `sqlite:${join(context.makeFolder().path, 'dropkit.db')}`
  context.say(`claims one by one on ${database}`)
  const [claims, rounds] = context.short ? [1000, 3] : [1_500, 5]
  const ways = await runWork<readonly ClaimedAlone[]>('claim-alone', {
    input: { databaseUrl, claims, rounds },
  })
  const medians = new Map(
    ways.map(({ by, rounds }) => [by, rounds.map((latencies) => spreadOf(latencies).median)]),
  )
  const [queue = [], directly = []] = [medians.get('queue'), medians.get('directly')]
  const series = ways.map(
    ({ by, rounds }): Series => ({
      contestant: by === 'queue' ? 'by the claim queue' : 'the same commit, past the queue',
      unit: 'ms',
      rounds: medians.get(by) ?? [],
      spread: spreadOf(medians.get(by) ?? []),
      details: { claims: rounds.length * claims },
    }),
  )
  return {
    figure: spreadOf(queue.map((ms, round) => ms / (directly[round] ?? Number.NaN))),
    series,
    notes: [
      'An embedded core, no HTTP: two claims in turns, never two at once; medians of their latencies, durable commits.',
    ],
  }
}

const GOALS = { unit: '×', goal: 1.05, stretch: 1, higherIsBetter: false }

/** Measures how much batching delays a claim that comes alone. */
export const loneClaimOnSqlite: Measure = {
  name: 'lone-claim-sqlite',
  title: 'Latency of a lone claim ÷ the same without the claim queue, on SQLite',
  ...GOALS,
  run: (context) => measure(context, 'sqlite'),
}

export const loneClaimOnPostgres: Measure = {
  name: 'lone-claim-postgres',
  title: 'Latency of a lone claim ÷ the same without the claim queue, on Postgres',
  ...GOALS,
  run: (context) => measure(context, 'postgres'),
}

/** Measures the claim rule alone, without storage and network. */
export const pureDecisions: Measure = {
  name: 'pure-decisions',
  title: 'Pure decisions in core, one thread',
  unit: 'a CPU second',
  goal: 1_000_000,
  stretch: 3_000_000,
  higherIsBetter: true,
  async run({ short, say }) {
    say('deciding claims in memory')
    const [claims, rounds] = short ? [100_000, 5] : [300_000, 11]
    const decided = await runWork<readonly DecidedRound[]>('decide-claims', { arguments: [claims, rounds] })
    const series = [...Map.groupBy(decided, ({ work }) => work)].map(([work, ofWork]) => {
      const rates = ofWork.map(({ claims, cpuSeconds }) => claims / cpuSeconds)
      const byTheClock = ofWork.map(({ claims, wallSeconds }) => claims / wallSeconds)
      const spread = spreadOf(rates)
      return {
        contestant: work,
        unit: 'decisions a CPU second',
        rounds: rates,
        spread,
        details: { 'µs for 100': 1e8 / spread.median, 'a second by the clock': spreadOf(byTheClock).median },
      }
    })
    const [first] = series
    if (!first) throw new Error('nothing was decided')
    return {
      figure: first.spread,
      series,
      notes: [
        'Counted by the CPU time of the whole process, its garbage collector included, so that neighbours do not matter.',
        'All claim checks, the new claim, the tally and the event of each claim; new wallets, an amount fixed by the drop.',
        'A random drop computes two HMAC-SHA256 a claim in OpenSSL; that is nearly all of what it costs.',
      ],
    }
  },
}

const server = fileURLToPath(new URL('../load/trivial-server.ts', import.meta.url))
const CONNECTIONS = 64

const startTrivialServer = async (): Promise<RunningContestant> => {
  const child = startChild(server)
  return {
    name: 'The load itself',
    url: `${await child.says(/listens on (\S+)\n/)}/graphql`,
    pid: child.pid,
    drops: [`drop_${'0'.repeat(32)}`],
    headers: UNREAD_HEADERS,
    namesWallet: false,
    claimBody,
    readBody,
    countClaims: async () => undefined,
    stop: child.stop,
  }
}

/** Checks that the other rows measure the contestants and not the load process. */
export const loadCeiling: Measure = {
  name: 'ceiling',
  title:
    'What the load can send, to a server that only knows where a request ends ÷ to the fastest contestant',
  unit: '×',
  goal: 3,
  stretch: null,
  higherIsBetter: true,
  async run(context) {
    const dataDir = context.makeFolder().path
    const running = await startAll([
      startTrivialServer(),
      limit.start({ database: 'none', dataDir, drops: 1 }),
    ])
    try {
      const [ceiling, fastest] = await alternate(context, {
        contestants: running,
        connections: CONNECTIONS,
        bodiesFor: (one) => newClaims(one),
      })
      if (!ceiling || !fastest) throw new Error('two servers were loaded')
      const [most, rates] = [ceiling.series.rounds, fastest.series.rounds]
      return {
        figure: spreadOf(most.map((rate, round) => rate / (rates[round] ?? Number.NaN))),
        series: [ceiling.series, fastest.series],
        notes: [
          `${CONNECTIONS} connections, one request in flight on each; nothing is faster than the limit.`,
        ],
      }
    } finally {
      await stopAll(running)
    }
  },
}

/** Runs a script of the folder `work` in its own process, and returns the JSON that it prints. */
async function runWork<T>(
  name: string,
  options: { readonly arguments?: readonly (string | number)[]; readonly input?: object } = {},
): Promise<T> {
  const script = fileURLToPath(new URL(`../work/${name}.ts`, import.meta.url))
  const child = startChild(script, {
    arguments: (options.arguments ?? []).map(String),
    input: JSON.stringify(options.input ?? {}),
  })
  const { code, signal } = await child.ended
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}.\n${child.errorOutput()}`)
  return JSON.parse(child.output()) as T
}
