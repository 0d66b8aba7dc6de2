import { dropkit } from '../contestants/dropkit.ts'
import { limit } from '../contestants/limit.ts'
import { compareRates } from './compare-rates.ts'
import type { Measure } from './measure.ts'

export const claimsOnSqlite: Measure = {
  name: 'claims-sqlite',
  title: 'Claims on one hot drop, vouchers signed, on SQLite ÷ the limit, which does nothing',
  unit: '×',
  goal: 0.35,
  stretch: 0.5,
  higherIsBetter: true,
  run: (context) =>
    compareRates(context, {
      entries: [
        { contestant: dropkit, database: 'sqlite' },
        { contestant: limit, database: 'none' },
      ],
      work: 'claims',
      drops: 1,
      connections: 128,
      sameSize: true,
    }),
}
