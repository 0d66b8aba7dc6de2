import { readFileSync } from 'node:fs'
import { dropkit } from '../contestants/dropkit.ts'
import { newClaims, runLoad } from '../load/run-load.ts'
import { allocatedBytes, cpuSecondsOf, postgresUsage } from '../processes/resource-usage.ts'
import {
  checkClaims,
  type Measure,
  type MeasureContext,
  type MeasureResult,
  newStore,
  spreadOf,
} from './measure.ts'

type Database = 'sqlite' | 'postgres'

const CONNECTIONS = 64
const KILOBYTE = 1024
const MILLION = 1e6

/** The resources that one round of claims used. */
interface Round {
  readonly claims: number
  readonly garbageBytes: number
  readonly serverSeconds: number
  readonly databaseSeconds: number
  readonly writtenBytes: number
}

const made = new Map<Database, Promise<readonly Round[]>>()

/** The rows about garbage and cost come from one load. */
const roundsOn = (context: MeasureContext, database: Database): Promise<readonly Round[]> => {
  const known = made.get(database)
  if (known) return known
  const running = load(context, database)
  made.set(database, running)
  return running
}

const load = async (context: MeasureContext, database: Database): Promise<readonly Round[]> => {
  const place = await newStore(context, database)
  const server = await dropkit.start({ ...place, drops: 1, flags: ['--trace-gc'] })
  const usage = async () => {
    const postgres = place.postgresUrl === undefined ? undefined : await postgresUsage(place.postgresUrl)
    return {
      garbageBytes: allocatedBytes(server.output()),
      serverSeconds: cpuSecondsOf(server.pid) ?? Number.NaN,
      databaseSeconds: postgres ? (postgres.cpuSeconds ?? Number.NaN) : 0,
      writtenBytes: postgres ? postgres.walBytes : diskBytesOf(server.pid),
    }
  }
  try {
    const { url, headers } = server
    const claim = async (seconds: number) => {
      const plan = { url, headers, connections: CONNECTIONS, seconds, bodies: newClaims(server) }
      const result = await runLoad(plan)
      if (result.accepted === 0 || result.accepted !== result.sent)
        throw new Error(`not all claims were accepted: ${JSON.stringify(result)}`)
      return result.accepted
    }
    let accepted = await claim(context.warmUpSeconds)
    const rounds: Round[] = []
    for (let round = 0; round < context.rounds; round++) {
      const before = await usage()
      const claims = await claim(context.roundSeconds)
      const after = await usage()
      accepted += claims
      rounds.push({
        claims,
        garbageBytes: after.garbageBytes - before.garbageBytes,
        serverSeconds: after.serverSeconds - before.serverSeconds,
        databaseSeconds: after.databaseSeconds - before.databaseSeconds,
        writtenBytes: after.writtenBytes - before.writtenBytes,
      })
      context.say(
        `${claims} claims, ${(after.garbageBytes - before.garbageBytes) / claims / KILOBYTE} KB each`,
      )
    }
    await checkClaims(server, accepted)
    return rounds
  } finally {
    await server.stop()
  }
}

/** The bytes that a process caused to be written to storage (proc_pid_io(5)). NaN except on Linux. */
const diskBytesOf = (pid: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

const resultOf = (
  contestant: string,
  unit: string,
  values: readonly number[],
  more: Pick<MeasureResult, 'notes'> & { readonly details?: Readonly<Record<string, number>> },
): MeasureResult => {
  const figure = spreadOf(values)
  const { notes, details = {} } = more
  return { figure, series: [{ contestant, unit, rounds: values, spread: figure, details }], notes }
}

const garbageOn = async (context: MeasureContext, database: Database): Promise<MeasureResult> => {
  const rounds = await roundsOn(context, database)
  const each = rounds.map(({ garbageBytes, claims }) => garbageBytes / claims / KILOBYTE)
  return resultOf(`Dropkit on ${database}`, 'KB', each, {
    notes: [
      `${CONNECTIONS} connections. What the JavaScript heaps of all threads allocate, by --trace-gc, up to the last collection of a round.`,
    ],
  })
}

const costOn = async (context: MeasureContext, database: Database): Promise<MeasureResult> => {
  const rounds = await roundsOn(context, database)
  const perMillion = (part: (round: Round) => number) =>
    rounds.map((round) => (part(round) / round.claims) * MILLION)
  const medianOf = (part: (round: Round) => number) => spreadOf(perMillion(part)).median
  const written = database === 'sqlite' ? 'GB written to disk' : 'GB of write-ahead log'
  return resultOf(
    `Dropkit on ${database}`,
    's',
    perMillion(({ serverSeconds, databaseSeconds }) => serverSeconds + databaseSeconds),
    {
      details: {
        'CPU s of the server': medianOf(({ serverSeconds }) => serverSeconds),
        ...(database === 'postgres'
          ? { 'CPU s of Postgres': medianOf(({ databaseSeconds }) => databaseSeconds) }
          : {}),
        [written]: medianOf(({ writtenBytes }) => writtenBytes) / 1e9,
      },
      notes: [`${CONNECTIONS} connections, one drop. Measured over fewer claims and multiplied.`],
    },
  )
}

const GARBAGE = { unit: 'KB', goal: 15, stretch: 8, higherIsBetter: false } as const
const COST = { unit: 's', goal: null, stretch: null, higherIsBetter: false } as const

export const garbageOnSqlite: Measure = {
  name: 'garbage-sqlite',
  title: 'Garbage of a claim, on SQLite',
  ...GARBAGE,
  run: (context) => garbageOn(context, 'sqlite'),
}

export const garbageOnPostgres: Measure = {
  name: 'garbage-postgres',
  title: 'Garbage of a claim, on Postgres',
  ...GARBAGE,
  run: (context) => garbageOn(context, 'postgres'),
}

export const costOnSqlite: Measure = {
  name: 'cost-sqlite',
  title: 'CPU time of a million claims, on SQLite',
  ...COST,
  run: (context) => costOn(context, 'sqlite'),
}

export const costOnPostgres: Measure = {
  name: 'cost-postgres',
  title: 'CPU time of a million claims, server and database, on Postgres',
  ...COST,
  run: (context) => costOn(context, 'postgres'),
}
