import { comparison, type Opponents } from './compare-rates.ts'
import type { Measure } from './measure.ts'

const RATIO = { unit: '×', higherIsBetter: true } as const
const CPU = { unit: 'µs', higherIsBetter: false } as const

const claimRateOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'claims', drops)).result

const claimCpuOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'claims', drops)).cpu

export const claimsOnSqlite: Measure = {
  name: 'claims-sqlite',
  title: 'Claims on one drop, vouchers signed, on SQLite ÷ a server that does nothing',
  goal: 0.5,
  stretch: 0.6,
  ...RATIO,
  run: claimRateOf('sqlite against the limit', 1),
}

export const claimsOverDropsOnSqlite: Measure = {
  name: 'claims-1000-drops-sqlite',
  title: 'Claims over 1,000 drops on SQLite ÷ a server that does nothing',
  goal: null,
  stretch: null,
  ...RATIO,
  run: claimRateOf('sqlite against the limit', 1_000),
}

export const claimsOnPostgres: Measure = {
  name: 'claims-postgres',
  title: 'Claims on one drop on Postgres ÷ PostGraphile with PL/pgSQL',
  goal: 4,
  stretch: 6,
  ...RATIO,
  run: claimRateOf('postgres against PostGraphile', 1),
}

export const claimsOverDrops: Measure = {
  name: 'claims-1000-drops',
  title: 'Claims over 1,000 drops on Postgres ÷ PostGraphile with PL/pgSQL',
  goal: 2.5,
  stretch: 4,
  ...RATIO,
  run: claimRateOf('postgres against PostGraphile', 1_000),
}

export const cpuOnSqlite: Measure = {
  name: 'cpu-sqlite',
  title: 'CPU time of a claim on one drop over all threads, on SQLite',
  goal: 120,
  stretch: 90,
  ...CPU,
  run: claimCpuOf('sqlite against the limit', 1),
}

export const cpuOnPostgres: Measure = {
  name: 'cpu-postgres',
  title: 'CPU time of a claim on one drop in the server, on Postgres',
  goal: 130,
  stretch: 100,
  ...CPU,
  run: claimCpuOf('postgres against PostGraphile', 1),
}

export const cpuOverDrops: Measure = {
  name: 'cpu-1000-drops',
  title: 'CPU time of a claim over 1,000 drops in the server, on Postgres',
  goal: 160,
  stretch: 100,
  ...CPU,
  run: claimCpuOf('postgres against PostGraphile', 1_000),
}

const readRateOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'reads', drops)).result

const SHARED_NOTE = 'Reads of one drop that arrive together share one query, so this row flatters Dropkit.'
const withNote =
  (run: Measure['run']): Measure['run'] =>
  async (context) => {
    const result = await run(context)
    return { ...result, notes: [...result.notes, SHARED_NOTE] }
  }

export const readsOnSqlite: Measure = {
  name: 'reads-sqlite',
  title:
    'A drop with its token, creator and 10 claims, over 1,000 drops, on SQLite ÷ a server that does nothing',
  goal: 0.6,
  stretch: 0.75,
  ...RATIO,
  run: readRateOf('sqlite against the limit', 1_000),
}

export const readsOnPostgres: Measure = {
  name: 'reads-postgres',
  title: 'The same read over 1,000 drops on Postgres ÷ PostGraphile',
  goal: 3,
  stretch: 4,
  ...RATIO,
  run: readRateOf('postgres against PostGraphile', 1_000),
}

export const sharedReadsOnSqlite: Measure = {
  name: 'shared-reads-sqlite',
  title: 'The same read of one drop by all clients, on SQLite ÷ a server that does nothing',
  goal: null,
  stretch: null,
  ...RATIO,
  run: withNote(readRateOf('sqlite against the limit', 1)),
}

export const sharedReadsOnPostgres: Measure = {
  name: 'shared-reads-postgres',
  title: 'The same read of one drop by all clients, on Postgres ÷ PostGraphile',
  goal: null,
  stretch: null,
  ...RATIO,
  run: withNote(readRateOf('postgres against PostGraphile', 1)),
}
