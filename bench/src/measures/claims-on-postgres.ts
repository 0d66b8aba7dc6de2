import { dropkit } from '../contestants/dropkit.ts'
import { knex } from '../contestants/knex.ts'
import { postgraphile } from '../contestants/postgraphile.ts'
import { compareRates } from './compare-rates.ts'
import type { Measure } from './measure.ts'

const entries = [
  { contestant: dropkit, database: 'postgres' },
  { contestant: postgraphile, database: 'postgres' },
  { contestant: knex, database: 'postgres' },
] as const
const notes = ['PostGraphile checks no key and signs no voucher: it does less than Dropkit']

export const claimsOnPostgres: Measure = {
  name: 'claims-postgres',
  title: 'Claims on one hot drop on Postgres ÷ PostGraphile with PL/pgSQL',
  unit: '×',
  goal: 3,
  stretch: 5,
  higherIsBetter: true,
  run: (context) => compareRates(context, { entries, work: 'claims', drops: 1, connections: 128, notes }),
}

export const claimsOverDrops: Measure = {
  name: 'claims-1000-drops',
  title: 'Claims over 1,000 drops on Postgres ÷ PostGraphile with PL/pgSQL',
  unit: '×',
  goal: 2,
  stretch: 3,
  higherIsBetter: true,
  run: (context) => compareRates(context, { entries, work: 'claims', drops: 1_000, connections: 128, notes }),
}
