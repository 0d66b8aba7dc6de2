import { readFileSync } from 'node:fs'
import { dropkit } from '../contestants/dropkit.ts'
import { newClaims, runLoad } from '../load/run-load.ts'
import { cpuSecondsOf, memoryOf, postgresUsage } from '../processes/resource-usage.ts'
import {
  checkClaims,
  type Measure,
  type MeasureContext,
  type MeasureResult,
  newStore,
  type Series,
  spreadOf,
} from './measure.ts'

const WORKERS = [1, 2, 4]
const CONNECTIONS = 64
/** So many drops that a batch has only one or two claims of each. */
const DROPS = 50
const MICROSECONDS = 1e6
const MEGABYTE = 1024 * 1024

/** The child processes of a process. Empty except on Linux. */
const childrenOf = (pid: number): number[] => {
  if (process.platform !== 'linux') return []
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const seriesOf = async (context: MeasureContext, workers: number, drops: number): Promise<Series> => {
  const place = await newStore(context, 'postgres')
  const { postgresUrl = '' } = place
  const server = await dropkit.start({ ...place, drops, workers })
  const pids = [server.pid, ...childrenOf(server.pid)]
  const cpuSeconds = (of: readonly number[]) => sum(of.map((pid) => cpuSecondsOf(pid) ?? Number.NaN))
  const databaseSeconds = async () => (await postgresUsage(postgresUrl)).cpuSeconds ?? Number.NaN
  try {
    const { url, headers } = server
    const claim = async (seconds: number) => {
      const plan = { url, headers, connections: CONNECTIONS, seconds, bodies: newClaims(server) }
      const result = await runLoad(plan)
      if (result.accepted === 0 || result.accepted !== result.sent)
        throw new Error(`not all claims were accepted: ${JSON.stringify(result)}`)
      return result
    }
    let accepted = (await claim(context.warmUpSeconds)).accepted
    const rates: number[] = []
    const used = { all: [] as number[], primary: [] as number[], database: [] as number[] }
    for (let round = 0; round < context.rounds; round++) {
      const before = [cpuSeconds(pids), cpuSeconds([server.pid]), await databaseSeconds()] as const
      const result = await claim(context.roundSeconds)
      const after = [cpuSeconds(pids), cpuSeconds([server.pid]), await databaseSeconds()] as const
      accepted += result.accepted
      rates.push(result.ratePerSecond)
      const each = (part: 0 | 1 | 2) => ((after[part] - before[part]) / result.accepted) * MICROSECONDS
      used.all.push(each(0))
      used.primary.push(each(1))
      used.database.push(each(2))
    }
    await checkClaims(server, accepted)
    const contestant = `${workers} ${workers === 1 ? 'worker' : 'workers'}, ${drops} ${drops === 1 ? 'drop' : 'drops'}`
    context.say(`${contestant}: ${spreadOf(rates).median} a second`)
    return {
      contestant,
      unit: 'a second',
      rounds: rates,
      spread: spreadOf(rates),
      details: {
        'CPU µs each, all processes of the server': spreadOf(used.all).median,
        ...(workers > 1 ? { 'CPU µs each, primary': spreadOf(used.primary).median } : {}),
        'CPU µs each, Postgres': spreadOf(used.database).median,
        'MB, all processes of the server': sum(pids.map((pid) => memoryOf(pid).resident)) / MEGABYTE,
      },
    }
  } finally {
    await server.stop()
  }
}

const run = async (context: MeasureContext): Promise<MeasureResult> => {
  const series: Series[] = []
  for (const drops of [1, DROPS])
    for (const workers of WORKERS) series.push(await seriesOf(context, workers, drops))
  const [one, two] = series
  const ratios = (two?.rounds ?? []).map((rate) => rate / (one?.spread.median ?? Number.NaN))
  return {
    figure: spreadOf(ratios),
    series,
    notes: [
      `${CONNECTIONS} connections. The figure is the rate of two workers on one drop ÷ that of one worker. Load generator, Postgres and server share the cores of the machine: compare rates only on a machine with more cores than workers.`,
    ],
  }
}

export const workersOnPostgres: Measure = {
  name: 'workers-postgres',
  title: 'Rate with two workers, on Postgres',
  unit: '× one worker',
  goal: null,
  stretch: null,
  higherIsBetter: true,
  run,
}
