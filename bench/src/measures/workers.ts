import { readFileSync } from 'node:fs'
import type { RunningContestant, StartOptions } from '../contestants/contestant.ts'
import { dropkit } from '../contestants/dropkit.ts'
import { type LoadBodies, newClaims, runLoad } from '../load/run-load.ts'
import { cpuSecondsOf, memoryOf, postgresUsage } from '../processes/resource-usage.ts'
import {
  checkClaims,
  type Measure,
  type MeasureContext,
  type MeasureResult,
  newStore,
  type Series,
  spreadOf,
  sumOf,
} from './measure.ts'

const WORKERS = [1, 2, 4]
const CONNECTIONS = 64
/** So many drops that a batch has only one or two claims of each. */
const DROPS = 50
const CLAIMS_BEFORE_READS = 10
const MICROSECONDS = 1e6
const MEGABYTE = 1024 * 1024

/** The child processes of a process. Empty except on Linux. */
const childrenOf = (pid: number): number[] => {
  if (process.platform !== 'linux') return []
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

interface Setup {
  readonly database: Exclude<StartOptions['database'], 'none'>
  readonly work: 'claims' | 'reads'
  readonly drops: number
  readonly workers: number
}

const nameOf = ({ workers, work, drops }: Setup): string =>
  `${workers} ${workers === 1 ? 'worker' : 'workers'}, ${work} of ${drops} ${drops === 1 ? 'drop' : 'drops'}`

const loadWith = async (
  { url, headers }: RunningContestant,
  bodies: LoadBodies,
  length: { readonly seconds: number } | { readonly requests: number },
) => {
  const result = await runLoad({ url, headers, connections: CONNECTIONS, bodies, ...length })
  if (result.accepted === 0 || result.accepted !== result.sent)
    throw new Error(`not all requests were accepted: ${JSON.stringify(result)}`)
  return result
}

const seriesOf = async (context: MeasureContext, setup: Setup): Promise<Series> => {
  const { database, work, drops, workers } = setup
  const place = await newStore(context, database)
  const { postgresUrl } = place
  const server = await dropkit.start({ ...place, drops, workers })
  const pids = [server.pid, ...childrenOf(server.pid)]
  const cpuSeconds = (of: readonly number[]) => sumOf(of.map((pid) => cpuSecondsOf(pid) ?? Number.NaN))
  const databaseSeconds = async () =>
    postgresUrl === undefined ? 0 : ((await postgresUsage(postgresUrl)).cpuSeconds ?? Number.NaN)
  const bodies = (): LoadBodies =>
    work === 'claims'
      ? newClaims(server)
      : { kind: 'fixed', bodies: server.drops.map((dropId) => server.readBody(dropId)) }
  try {
    let claims = 0
    if (work === 'reads')
      claims = (await loadWith(server, newClaims(server), { requests: CLAIMS_BEFORE_READS * drops })).accepted
    const counted = (accepted: number) => {
      if (work === 'claims') claims += accepted
    }
    counted((await loadWith(server, bodies(), { seconds: context.warmUpSeconds })).accepted)
    const rates: number[] = []
    const used = { all: [] as number[], primary: [] as number[], database: [] as number[] }
    for (let round = 0; round < context.rounds; round++) {
      const before = [cpuSeconds(pids), cpuSeconds([server.pid]), await databaseSeconds()] as const
      const { accepted, ratePerSecond } = await loadWith(server, bodies(), { seconds: context.roundSeconds })
      const after = [cpuSeconds(pids), cpuSeconds([server.pid]), await databaseSeconds()] as const
      counted(accepted)
      rates.push(ratePerSecond)
      const each = (part: 0 | 1 | 2) => ((after[part] - before[part]) / accepted) * MICROSECONDS
      used.all.push(each(0))
      used.primary.push(each(1))
      used.database.push(each(2))
    }
    await checkClaims(server, claims)
    context.say(`${nameOf(setup)}: ${spreadOf(rates).median} a second`)
    return {
      contestant: nameOf(setup),
      unit: 'a second',
      rounds: rates,
      spread: spreadOf(rates),
      details: {
        'CPU µs each, all processes of the server': spreadOf(used.all).median,
        ...(workers > 1 ? { 'CPU µs each, primary': spreadOf(used.primary).median } : {}),
        ...(postgresUrl === undefined ? {} : { 'CPU µs each, Postgres': spreadOf(used.database).median }),
        'MB, all processes of the server': sumOf(pids.map((pid) => memoryOf(pid).resident)) / MEGABYTE,
      },
    }
  } finally {
    await server.stop()
  }
}

/** Measures each kind of work with each number of workers. The figure is of the first kind. */
const measure = async (
  context: MeasureContext,
  works: readonly Omit<Setup, 'workers'>[],
): Promise<MeasureResult> => {
  const series: Series[] = []
  for (const work of works)
    for (const workers of WORKERS) series.push(await seriesOf(context, { ...work, workers }))
  const [one, two] = series
  const ratios = (two?.rounds ?? []).map((rate) => rate / (one?.spread.median ?? Number.NaN))
  return {
    figure: spreadOf(ratios),
    series,
    notes: [
      `${CONNECTIONS} connections. The figure is the rate of two workers ÷ that of one, for ${works[0]?.work} of ${works[0]?.drops}. Load generator, database and server share the cores of the machine: compare rates only on a machine with more cores than workers.`,
    ],
  }
}

const ONLY_SHOWN = { unit: '× one worker', goal: null, stretch: null, higherIsBetter: true } as const

export const workersOnSqlite: Measure = {
  name: 'workers-sqlite',
  title: 'Rate of reads with two workers, on SQLite',
  ...ONLY_SHOWN,
  run: (context) =>
    measure(context, [
      { database: 'sqlite', work: 'reads', drops: DROPS },
      { database: 'sqlite', work: 'claims', drops: 1 },
      { database: 'sqlite', work: 'claims', drops: DROPS },
    ]),
}

export const workersOnPostgres: Measure = {
  name: 'workers-postgres',
  title: 'Rate of claims with two workers, on Postgres',
  ...ONLY_SHOWN,
  run: (context) =>
    measure(context, [
      { database: 'postgres', work: 'claims', drops: 1 },
      { database: 'postgres', work: 'claims', drops: DROPS },
    ]),
}
