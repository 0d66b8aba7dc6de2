import { dropkit } from '../contestants/dropkit.ts'
import { postgraphile } from '../contestants/postgraphile.ts'
import { againstLimit } from './against-limit.ts'
import { compareRates } from './compare-rates.ts'
import type { Measure } from './measure.ts'

export const readsOnSqlite: Measure = {
  name: 'reads-sqlite',
  title: 'A drop with its token, its creator and 10 claims on SQLite ÷ the limit, which does nothing',
  unit: '×',
  goal: 0.35,
  stretch: 0.6,
  higherIsBetter: true,
  run: (context) => againstLimit(context, 'reads'),
}

export const readsOnPostgres: Measure = {
  name: 'reads-postgres',
  title: 'The same on Postgres ÷ the same from PostGraphile',
  unit: '×',
  goal: 2,
  stretch: 3,
  higherIsBetter: true,
  run: (context) =>
    compareRates(context, {
      entries: [
        { contestant: dropkit, database: 'postgres' },
        { contestant: postgraphile, database: 'postgres' },
      ],
      work: 'reads',
      drops: 1,
      connections: 128,
      notes: ['PostGraphile checks no key'],
    }),
}
