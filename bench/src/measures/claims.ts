import { comparison, type Opponents } from './compare-rates.ts'
import type { Measure } from './measure.ts'

const RATIO = { unit: '×', higherIsBetter: true } as const
const CPU = { unit: 'µs', higherIsBetter: false } as const

const rateOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'claims', drops)).result

const cpuOf =
  (opponents: Opponents, drops: number): Measure['run'] =>
  async (context) =>
    (await comparison(context, opponents, 'claims', drops)).cpu

export const claimsOnSqlite: Measure = {
  name: 'claims-sqlite',
  title: 'Claims on one drop, vouchers signed, on SQLite ÷ a server that does nothing',
  goal: 0.5,
  stretch: 0.6,
  ...RATIO,
  run: rateOf('sqlite against the limit', 1),
}

export const claimsOverDropsOnSqlite: Measure = {
  name: 'claims-1000-drops-sqlite',
  title: 'Claims over 1,000 drops on SQLite ÷ a server that does nothing',
  goal: null,
  stretch: null,
  ...RATIO,
  run: rateOf('sqlite against the limit', 1_000),
}

export const claimsOnPostgres: Measure = {
  name: 'claims-postgres',
  title: 'Claims on one drop on Postgres ÷ PostGraphile with PL/pgSQL',
  goal: 4,
  stretch: 6,
  ...RATIO,
  run: rateOf('postgres against PostGraphile', 1),
}

export const claimsOverDrops: Measure = {
  name: 'claims-1000-drops',
  title: 'Claims over 1,000 drops on Postgres ÷ PostGraphile with PL/pgSQL',
  goal: 2.5,
  stretch: 4,
  ...RATIO,
  run: rateOf('postgres against PostGraphile', 1_000),
}

export const cpuOnSqlite: Measure = {
  name: 'cpu-sqlite',
  title: 'CPU time of a claim on one drop over all threads, on SQLite',
  goal: 120,
  stretch: 90,
  ...CPU,
  run: cpuOf('sqlite against the limit', 1),
}

export const cpuOnPostgres: Measure = {
  name: 'cpu-postgres',
  title: 'CPU time of a claim on one drop in the server, on Postgres',
  goal: 130,
  stretch: 100,
  ...CPU,
  run: cpuOf('postgres against PostGraphile', 1),
}

export const cpuOverDrops: Measure = {
  name: 'cpu-1000-drops',
  title: 'CPU time of a claim over 1,000 drops in the server, on Postgres',
  goal: 160,
  stretch: 100,
  ...CPU,
  run: cpuOf('postgres against PostGraphile', 1_000),
}
