import { join } from 'node:path'
import type { ClaimedAlone } from '../work/claim-alone.ts'
import { runWork } from '../work/run-work.ts'
import { type Measure, type MeasureContext, type MeasureResult, type Series, spreadOf } from './measure.ts'

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
